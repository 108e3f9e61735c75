// @ts-check
// What the playground says. Pages in other languages bring a table of their own, in whole or in
// part: whatever stands in `navapiPlayground.words` before or after this file wins.
(() => {
  "use strict";
  const playground = /** @type {any} */ (globalThis).navapiPlayground ??= {};
  const english = {
    // The form
    form: "Request to try",
    send: "Send",
    abort: "Abort",
    close: "Close",
    skip: "Skip the parameters",
    copy: "Copy",
    copied: "Copied",
    server: "Server",
    otherServer: "Another server",
    serverUrl: "Server URL",
    authorization: "Authorization",
    path: "Path parameters",
    query: "Query parameters",
    querystring: "Query string",
    header: "Headers",
    cookie: "Cookies",
    body: "Body",
    mediaType: "Content type",
    include: "Include {name}",
    required: "required",
    deprecated: "deprecated",
    add: "Add",
    remove: "Remove {name}",
    name: "Name",
    value: "Value",
    format: "Format",
    file: "File",

    // Hints beside fields, none of which blocks
    empty: "A value is required.",
    notUrl: "Not a URL that begins with https:// or http://.",
    notInteger: "Not an integer.",
    notNumber: "Not a number.",
    notJson: "Not JSON: {problem}",
    notListed: "Not one of the allowed values.",
    misfits: "The body does not fit its schema (it can be sent all the same):",
    wrongType: "{at}: {type} expected",
    missingKey: "{at}: {name} is missing",
    extraKey: "{at}: {name} is not known here",
    wrongValue: "{at}: not one of the allowed values",
    wrongFormat: "{at}: does not match {pattern}",
    tooShort: "{at}: shorter than {limit}",
    tooLong: "{at}: longer than {limit}",
    tooSmall: "{at}: less than {limit}",
    tooLarge: "{at}: greater than {limit}",
    notMultiple: "{at}: not a multiple of {limit}",
    notUnique: "{at}: the same item twice",
    noVariant: "{at}: fits none of the variants",
    moreProblems: "… and {count} more",

    // Credentials
    authorizeWith: "Authorize with",
    none: "None",
    username: "Username",
    password: "Password",
    token: "Token",
    credentials: "Credentials",
    flow: "Flow",
    clientId: "Client ID",
    clientSecret: "Client secret",
    scopes: "Scopes",
    signIn: "Sign in",
    getToken: "Get a token",
    byHand: "Paste a token that you got elsewhere.",
    redirectAddress: "Register this redirect address with the provider:",
    kept: "Credentials stay in this browser tab, for every operation that takes them.",
    forget: "Forget",
    certificate: "The client certificate is chosen by the browser or another client.",
    gotToken: "A token was received.",
    noToken: "No token was received: {problem}",
    ifAsked: "If the server asks for it",
    sentTo: "Username and password are sent to {url} and not kept.",
    noAccessToken: "The answer has no access_token.",
    invalid_request: "The server expects something else or something more.",
    invalid_client: "The client ID or the client secret is wrong or missing.",
    invalid_grant: "The username, the password or the code is wrong or no longer valid.",
    unauthorized_client: "This client may not use this flow.",
    unsupported_grant_type: "The server does not know this flow.",
    invalid_scope: "A scope is unknown or not allowed.",
    wrongState: "the answer does not belong to the request that this tab made",
    needsSecure: "Signing in needs a page that is served over https or from localhost.",
    discovering: "Asking the provider …",

    // Where the request goes
    viaRelay: "Sent through the relay of this site.",
    viaRelayAt: "Sent through the relay at {url}.",
    viaBrowser: "Sent from this browser: the API must allow it (CORS).",
    serverDirect: "The relay does not send to this server: the browser does.",
    useRelay: "Use the relay again",
    sendDirect: "Send from the browser",
    onlySamples: "Browsers do not let a page set this; only the code samples hold it.",
    bodyNotSent: "Browsers send no body with {method}; only the code samples hold it.",
    methodNotSent: "Browsers do not let a page send {method}. The code samples can.",

    // While it is sent, and what came back
    sending: "Sending …",
    waited: "{seconds} s",
    received: "{size} received",
    result: "Response",
    streaming: "The stream is open: events appear as they arrive.",
    streamEnded: "The stream ended.",
    aborted: "Aborted.",
    headers: "Headers",
    noBody: "No body.",
    download: "Download",
    showAll: "Show all",
    showMore: "Show {count} more",
    items: "{count} items",
    keys: "{count} properties",
    truncated: "The answer was longer than the relay passes on: this is its beginning.",
    notShown: "Not shown: {type}.",
    redirected: "The browser followed a redirect to {url}.",
    redirectNote: "A redirect, which was not followed: {url}",
    picture: "Picture in the response",

    // What went wrong
    noRelayTitle: "There is no relay here",
    noRelay: "The request goes to {url}, which did not answer as a relay does. Nothing reached the API.",
    noRelayServe: "Serve the site with `navapi serve`, or name a relay in `api.playground.proxy`.",
    noRelayDirect: "Or send from the browser: it works where the API allows other origins (CORS).",
    refusedTitle: "The relay refused the request",
    networkTitle: "No answer came back",
    network: "The browser does not say why. It may be that:",
    networkCors: "the API does not allow requests from {origin} (CORS): let it allow this origin, or use a relay (`navapi serve`, `api.playground.proxy`);",
    networkDown: "the server {host} cannot be reached, or its name or certificate is wrong;",
    networkMixed: "this page came over https and the server is on http, which browsers block;",
    networkPolicy: "a policy of this page or an extension of the browser blocks it.",
    brokenBody: "The connection ended before the whole body had arrived.",
    unsendable: "The browser cannot send this",

    // What comes next
    next: "Next requests",
    history: "Last requests in this tab",
    reopen: "Fill in again",
    clear: "Clear",
  };
  playground.words = { ...english, ...playground.words };

  /**
   * The words of `key`, with `{slots}` filled in.
   * @param {keyof typeof english} key @param {Record<string, string | number>} [slots] @returns {string}
   */
  playground.say = (key, slots = {}) =>
    playground.words[key].replace(/\{(\w+)\}/g, (/** @type {string} */ slot, /** @type {string} */ name) =>
      name in slots ? String(slots[name]) : slot,
    );
})();
