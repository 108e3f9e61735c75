// Generated: run `python tools/translate.py`.

interface EncodingScript {
  wellFormed: (text: string) => string;
  percentEncode: (text: string, keep?: string) => string;
  percentDecode: (text: string) => string;
  normalTriplet: (triplet: string) => string;
  encodeHost: (authority: string) => string;
  jsonText: (value: any, options?: { indent?: number | null }) => string;
  asciiJson: (value: any) => string;
  indentedJson: (text: string, indent: number) => string;
  jsonString: (literal: string) => string;
  base64Text: (text: string) => string;
  utf8AsLatin1: (text: string) => string;
  anyOf: (chars: string, ranges: string) => RegExp;
  isAscii: (text: string) => boolean;
  partition: (text: string, mark: string) => [string, string, string];
  sorted: (texts: Iterable<string>) => string[];
  strip: (text: string) => string;
}

interface Part {
  name: string;
  text: string;
  filename: string | null;
  contentType: string | null;
  headers: [string, string][];
}

interface HttpRequest {
  method: string;
  url: string;
  headers: [string, string][];
  cookies: [string, string][];
  body: string | null;
  parts: Part[];
  file: string | null;
  basic: [string, string] | null;
}

interface StylesScript {
  scalarText: (value: any) => string;
  headerSafe: (text: string) => string;
  isSettable: (name: string) => boolean;
  isRelayedField: (name: string) => boolean;
  writePath: (name: string, value: any, options?: { style?: string; explode?: boolean; allowReserved?: boolean }) => string;
  writeQuery: (name: string, value: any, options?: { style?: string; explode?: boolean; allowReserved?: boolean }) => string;
  writeFields: (name: string, value: any, options?: { style?: string; explode?: boolean }) => [string, string][];
  writeHeader: (value: any, options?: { explode?: boolean }) => string;
  writeCookies: (name: string, value: any, options?: { style?: string; explode?: boolean }) => [string, string][];
  writeContent: (value: any, mediaType: string, options?: { asciiOnly?: boolean }) => string;
  writeForm: (fields: Iterable<[string, any]>) => string;
  writeQuerystring: (value: any, mediaType: string) => string;
  essenceOf: (mediaType: string) => string;
  isJson: (mediaType: string) => boolean;
  expandServer: (template: string, variables: Map<string, string>, options?: { base?: string }) => string;
  expandPath: (template: string, written: Map<string, string>) => string;
  pathNames: (template: string) => string[];
  joinUrl: (server: string, path: string, queries?: Iterable<string>) => string;
}

interface Segment {
  text: string;
  file: boolean;
}

interface WireScript {
  sentHeaders: (request: HttpRequest, options?: { cookies?: boolean }) => [string, string][];
  cookieText: (request: HttpRequest) => string;
  contentType: (request: HttpRequest) => string | null;
  hasBody: (request: HttpRequest) => boolean;
  basicText: (basic: [string, string]) => string;
  basicBase64: (basic: [string, string]) => string;
  byteEscapes: (code: number) => string;
  hasDotSegment: (url: string) => boolean;
  pathAndQuery: (url: string) => string;
  origin: (url: string) => string;
  disposition: (part: Part) => string;
  partType: (part: Part) => string | null;
  hasTypedText: (request: HttpRequest) => boolean;
  hasFields: (request: HttpRequest) => boolean;
  hasPlainNames: (request: HttpRequest) => boolean;
  writtenParts: (request: HttpRequest, boundary?: string) => [string, Segment[]];
  withBoundary: (request: HttpRequest, boundary: string) => [string, string][];
  multipartType: (boundary: string) => string;
}

interface LiteralsScript {
  escaper: (named: Map<string, string>, other: (a: number) => string) => (a: string) => string;
  fourHex: (code: number) => string;
  hexOrFour: (code: number) => string;
  isBlock: (text: string) => boolean;
  indent: (text: string, prefix: string) => string;
  jsonBody: (request: HttpRequest, indent: number, options?: { isWide?: boolean }) => string;
  jsonLiteral: (text: string, quote: (a: string) => string, key: (a: string) => string, words: Map<string, string>) => string;
  hasOddKey: (text: string) => boolean;
  fieldsOf: (text: string) => [string, string][];
  formFields: (request: HttpRequest) => [string, string][];
  UNSAFE: RegExp;
  COMMON_ESCAPES: Map<string, string>;
  FORM: string;
}
