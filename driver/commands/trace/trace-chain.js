// The chain of one entry (an access or an assert), from its place in the code, the
// node null, to what guards the inputs: edges {from, to} between nodes.
function chainOf(model, call, entry) {
  const edges = [];
  const made = new Map();
  const witness = entry.witness || (entry.witnesses || [])[0] || { shapes: [], values: [] };
  const isOut = entry.verdict === "out-of-bounds";
  const isContents = witness.values.length > 0;
  // One dimension alone may decide; the others of the example are innocent.
  const isGuilty = (name, dim, size) => witness.safeFrom
    ? witness.safeFrom.input === name.input && witness.safeFrom.dim === name.dim
    : dim && size < dim.lower || !isContents;

  const node = (key, parts) => {
    if (!made.has(key)) made.set(key, { here: "", bad: false, text: "", code: false, ...parts });
    return made.get(key);
  };
  const link = (from, to) => {
    if (!edges.some((e) => e.from === from && e.to === to)) edges.push({ from, to });
  };

  const input = (index) => inputName(model, index);
  const origin = (of) => of.input !== null ? input(of.input) : of.constant ? "a constant" : "made by the model";
  // A size of an input, and its range.
  const dimension = (name) => {
    const size = (witness.shapes[name.input] || [])[name.dim];
    const dims = (model.inputs[name.input] || {}).dims;
    const dim = dims ? dims[name.dim] : null;
    const given = node(`2d${name.input},${name.dim}`, {
      title: `${input(name.input)}, dimension\u00a0${name.dim}`,
      text: name.name,
      here: size === undefined || size === null ? "" : `${size} in the example`,
      bad: isOut && typeof size === "number" && isGuilty(name, dim, size),
    });
    if (name.range && dim) {
      const isChecked = dim.lowerChecked || (dim.upper !== null && dim.upperChecked);
      link(given, node(`3g${name.input},${name.dim}`, {
        title: name.range,
        text: isChecked ? checkedWhen[model.checks] : "no bound is checked",
      }));
    }
    return given;
  };
  const tensor = (of, readAs) => {
    const inside = node("1t" + of.name, { title: of.name, code: true });
    const given = node("2t" + of.name, { title: origin(of), text: layout(of) });
    link(inside, given);
    if (readAs !== null) contents(given, of, readAs);
    return inside;
  };
  // Who looks at what a tensor holds.
  const contents = (given, of, index) => {
    const value = witness.values.find((v) => v.name === index);
    const said = value && `${call.names[index].name} is ${value.value} in the example`;
    if (said && !given.here.includes(said)) {
      given.here = joined([given.here, said]);
      given.bad = isOut;
    }
    const asserts = (entry.asserts || []).map((i) => call.asserts[i]);
    for (const a of asserts)
      link(given, node(`3a${a.line}`, { title: `assert in line ${a.line}`, text: a.message }));
    if (entry.kind === "assert")
      link(given, node("3this", { title: "this assert", text: "and nothing before it" }));
    for (const check of entry.checks || [])
      link(given, node("3c" + check, { title: check, code: true, text: "checked before the call" }));
    if (!asserts.length && !(entry.checks || []).length && value && isOut)
      link(given, node("3nothing" + of.name, { title: "nothing", text: "what it holds is not checked" }));
  };
  // Sizes down to what the model is given.
  const leaves = (index) => {
    const name = call.names[index];
    return name.from.length ? name.from.flatMap(leaves) : [index];
  };
  const reached = new Set();
  const symbol = (index) => {
    const name = call.names[index];
    const inside = node("1s" + name.name, {
      title: name.name,
      code: true,
      text: name.value !== null ? "= " + name.value
        : name.kind === "item" ? "a number that is read" : "",
    });
    for (const leaf of [index, ...leaves(index)]) {
      const source = call.names[leaf];
      reached.add(leaf);
      if (source.kind === "input-size") link(inside, dimension(source));
      else if (source.tensor && (source.kind === "item" || source.kind === "operator-size")) {
        const given = node("2t" + source.tensor.name, {
          title: origin(source.tensor),
          text: `${source.tensor.name}, ${layout(source.tensor)}`,
        });
        link(inside, given);
        if (source.kind === "item") contents(given, source.tensor, leaf);
      }
    }
    return inside;
  };

  const parameter = call.parameters[entry.parameter];
  let home = null;
  if (parameter) {
    home = node("0p", { title: parameter.name, code: true, text: entry.write ? "written to" : "read from" });
    link(null, home);
    if (parameter.tensor) link(home, tensor(parameter.tensor, null));
  }
  for (const index of entry.names) {
    const name = call.names[index];
    if (name.kind === "argument") {
      const argument = node("0n" + index, { title: name.name, code: true, text: name.value === null ? "not followed" : "" });
      link(null, argument);
      for (const from of name.from) link(argument, symbol(from));
    } else if (name.kind === "loaded" || name.kind === "opaque") {
      const loaded = node("0n" + index, {
        title: name.name,
        code: true,
        text: name.parameter === null ? name.text
          : `a value from ${call.parameters[name.parameter].name}, line ${name.line}`,
      });
      link(null, loaded);
      if (name.tensor) link(loaded, tensor(name.tensor, index));
    }
  }
  // Sizes that only the tensor's shape has.
  for (const index of entry.names)
    if (["input-size", "operator-size", "item"].includes(call.names[index].kind)
        && !reached.has(index))
      link(home, symbol(index));
  return edges;
}

function drawNode(node) {
  return el("div", { class: node.bad ? "node bad" : "node" },
    el(node.code ? "b" : "span", {}, ...breakable(node.title)),
    node.text ? el("small", {}, ...breakable(node.text)) : null,
    node.here ? el("span", { class: "here" }, node.here) : null);
}

// What a node leads on to stands below it, further in.
function drawTree(edges) {
  const below = (from, path) => edges.filter((e) => e.from === from && !path.includes(e.to));
  const branch = (node, path) => {
    const next = below(node, path);
    const item = el("li", {}, drawNode(node));
    if (next.length)
      item.append(el("ul", {}, ...next.map((e) => branch(e.to, [...path, node]))));
    return item;
  };
  return el("ul", { class: "tree" }, ...below(null, []).map((e) => branch(e.to, [])));
}
