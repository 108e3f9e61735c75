// As much of axios as samples use, after its documentation ("Request Config", "Multipart Bodies")
// and what version 1 was seen to do: how `data` becomes a body, and of which type it is then.
import { request } from "node:http";

export default async ({ method, url, headers = {}, data, auth, ...rest }) => {
  const odd = Object.keys(rest);
  if (odd.length) throw new Error(`unknown: ${odd}`);
  const fields = { ...headers };
  const given = Object.keys(fields).find((name) => name.toLowerCase() === "content-type");
  const implied = (type) => { if (!given) fields["Content-Type"] = type; };
  let body = data;
  if (data instanceof FormData || data instanceof Blob) {
    const made = new Response(data);
    fields[given ?? "Content-Type"] = made.headers.get("Content-Type");
    body = Buffer.from(await made.arrayBuffer());
  } else if (data instanceof URLSearchParams) {
    implied("application/x-www-form-urlencoded;charset=utf-8");
    body = data.toString();
  } else if (typeof data === "string" && (fields[given] ?? "").includes("application/json")) {
    // It reads the text, and what is none becomes a text of JSON.
    try { JSON.parse(data); body = data.trim(); } catch { body = JSON.stringify(data); }
  } else if (data !== null && typeof data === "object" && !Buffer.isBuffer(data)) {
    implied("application/json");
    body = JSON.stringify(data);
  }
  if (body !== undefined) fields["Content-Length"] = Buffer.byteLength(body);
  const options = { method, headers: fields, auth: auth && `${auth.username}:${auth.password}` };
  return new Promise((resolve, reject) => {
    const sent = request(new URL(url), options, async (answer) => {
      let text = "";
      for await (const piece of answer) text += piece;
      resolve({ status: answer.statusCode, data: text });
    });
    sent.on("error", reject);
    sent.end(body === undefined ? undefined : Buffer.from(body));
  });
};
