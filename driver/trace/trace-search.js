const normal = (text) => text.toLowerCase().replace(/[\s\u00a0]+/g, " ").trim();
const squeezed = (text) => normal(text).replaceAll(" ", "");

// All text that is shown of an entry.
function textOf(model, call, entry) {
  if (entry.searched !== undefined) return entry.searched;
  const place = (at) => [shortName(model.files[at.file]), base(model.files[at.file])].map((f) => `${f}:${at.line}`);
  const parts = [call.kernel, call.madeOf, `line ${entry.line}`, ...place(entry), entry.text, entry.code,
    entry.inModel, entry.condition, entry.why, entry.reason, ...(entry.checks || [])];
  for (const index of entry.names || []) {
    const name = call.names[index];
    parts.push(name.name, name.text, name.value, name.range);
    if (name.tensor) parts.push(name.tensor.text);
  }
  const parameter = call.parameters[entry.parameter];
  if (parameter) parts.push(parameter.name, parameter.tensor && parameter.tensor.text);
  for (const w of [entry.witness, ...(entry.witnesses || [])])
    if (w) parts.push(w.text, w.outcome, w.safeIf, w.guard);
  entry.searched = normal(parts.filter((p) => p).join("\n"));
  return entry.searched;
}

// Whether NEEDLE, a line of a log, speaks of the entry: it has the assert's message,
// whatever stands around it, or the entry's file and line.
function isLogged(model, call, entry, needle) {
  const places = needle.match(/[\w.-]+:\d+/g) || [];
  const file = base(model.files[entry.file]).toLowerCase();
  if (places.includes(`${file}:${entry.line}`)) return true;
  const message = entry.kind === "assert" ? squeezed(entry.message) : "";
  return message.length > 5 && squeezed(needle).includes(message);
}

// What says whether an entry is looked for.
function searchFor(text) {
  const needle = normal(text);
  if (!needle) return () => true;
  return (entry, call, model) => textOf(model, call, entry).includes(needle) ||
    isLogged(model, call, entry, needle);
}
