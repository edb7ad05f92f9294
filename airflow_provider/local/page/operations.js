// What each form asks for: method, path and body of its request, after the service's contract.

/** Return the fields that the lines of *text* name, as pairs of name and type. */
function fieldsIn(text) {
  const lines = text.split("\n").map((line) => line.trim()).filter(Boolean);
  return lines.map((line) => {
    const [name, type, ...more] = line.split(/[\s:,]+/).filter(Boolean);
    if (!type || more.length) throw new Error(`The line "${line}" is no field. Write a name and a type, such as: price number`);
    return [name, type];
  });
}

const json = (method, path, fields) => ({
  method, path, body: JSON.stringify(fields), type: "application/json", curl: ["--json", JSON.stringify(fields)],
});

function form(path, fields) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  const curl = Object.entries(fields).flatMap(([name, value]) =>
    value instanceof File ? ["-F", `${name}=@${value.name}`] : ["--form-string", `${name}=${value}`]);
  return { method: "POST", path, body, curl };
}

export const OPERATIONS = {
  extract(given) {
    const fields = fieldsIn(given.get("fields"));
    return json("POST", "v1/extract/", {
      link: given.get("link"), prompt: given.get("prompt"), delay: Number(given.get("delay")),
      ...(fields.length && { json_schema: fields.map(([name, type]) => ({ [name]: type })) }),
    });
  },
  link(given) {
    const type = given.get("resource_type");
    return json("POST", "v2/markdown-converter/", { [type === "file" ? "resource" : "link"]: given.get("link"), resource_type: type });
  },
  upload: (given) => form("upload/markdown/", { file: given.get("file") }),
  generate(given) {
    const said = ["system", "user"].map((role) => ({ role, content: given.get(role) })).filter((one) => one.content.trim());
    return form("v1/text-generation/", { messages: JSON.stringify(said), model: given.get("model") });
  },
  query(given) {
    const fields = fieldsIn(given.get("fields"));
    const schema = Object.fromEntries(fields);
    return form("v1/collection/query/", {
      collection_id: given.get("collection_id"), request_query: given.get("request_query"),
      ...(fields.length && { json_schema: JSON.stringify(given.get("many") ? [schema] : schema), json_schema_rules: given.get("rules") }),
    });
  },
  remove: (given) => json("DELETE", "v1/collection/delete/", { collection_id: given.get("collection_id") }),
};

const quoted = (word) => `'${word.replaceAll("'", "'\\''")}'`;

/** Return the command that sends *request*; the key stays a variable. */
export function curlOf(request) {
  const words = request.curl.map((word) => (word.startsWith("-") ? word : quoted(word)));
  return ["curl", "-X", request.method, new URL(request.path, location.href).href,
    "-H", '"Authorization: Token $CONTENT_AI_LOCAL_KEY"', ...words].join(" ");
}
