// The chain of one entry (an access or an assert) as nodes in four stages, with
// edges between them: {stages: [{title, nodes}], edges: [{from, to, bad}]}. The
// node null is the place in the code.
function chainOf(model, call, entry) {
  const stages = [
    { title: "Kernel", nodes: [] },
    { title: "Call", nodes: [] },
    { title: "Input", nodes: [] },
    { title: "Guard", nodes: [] },
  ];
  const edges = [];
  const made = new Map();
  const witness = entry.witness || (entry.witnesses || [])[0] || { shapes: [], values: [] };
  const isOut = entry.verdict === "out-of-bounds";
  const isContents = witness.values.length > 0;
  // One dimension alone may decide; the others of the example are innocent.
  const isGuilty = (name, dim, size) => witness.safeFrom
    ? witness.safeFrom.input === name.input && witness.safeFrom.dim === name.dim
    : dim && size < dim.lower || !isContents;

  const node = (stage, key, parts) => {
    const known = made.get(stage + key);
    if (known) return known;
    const fresh = { here: "", bad: false, ...parts };
    made.set(stage + key, fresh);
    stages[stage].nodes.push(fresh);
    return fresh;
  };
  const link = (from, to) => {
    if (!edges.some((e) => e.from === from && e.to === to)) edges.push({ from, to });
  };

  const input = (index) => inputName(model, index);
  // A size of an input, and its range.
  const dimension = (name) => {
    const size = (witness.shapes[name.input] || [])[name.dim];
    const dims = (model.inputs[name.input] || {}).dims;
    const dim = dims ? dims[name.dim] : null;
    const given = node(2, `d${name.input},${name.dim}`, {
      title: `${input(name.input)}, dimension\u00a0${name.dim}`,
      code: false,
      text: name.name,
      here: size === undefined || size === null ? "" : `${size} in the example`,
      bad: isOut && typeof size === "number" && isGuilty(name, dim, size),
    });
    if (name.range && dim) {
      const isChecked = dim.lowerChecked || (dim.upper !== null && dim.upperChecked);
      const guard = node(3, `g${name.input},${name.dim}`, {
        title: name.range,
        code: false,
        text: isChecked ? checkedWhen[model.checks] : "no bound is checked",
      });
      link(given, guard);
    }
    return given;
  };
  const tensor = (of, readAs) => {
    const inside = node(1, "t" + of.name, { title: of.name, code: true, text: "" });
    const given = node(2, "t" + of.name, {
      title: of.input !== null ? input(of.input)
        : of.constant ? "a constant" : "made by the model",
      code: false,
      text: layout(of),
    });
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
      link(given, node(3, `a${a.line}`, {
        title: `assert in line ${a.line}`,
        code: false,
        text: a.message,
      }));
    if (entry.kind === "assert")
      link(given, node(3, "this", {
        title: "this assert",
        code: false,
        text: "and nothing before it",
      }));
    for (const check of entry.checks || [])
      link(given, node(3, "c" + check, {
        title: check,
        code: true,
        text: "checked before the call",
      }));
    if (!asserts.length && !(entry.checks || []).length && value && isOut)
      link(given, node(3, "nothing" + of.name, {
        title: "nothing",
        code: false,
        text: "what it holds is not checked",
      }));
  };
  // Sizes down to what the model is given.
  const leaves = (index) => {
    const name = call.names[index];
    return name.from.length ? name.from.flatMap(leaves) : [index];
  };
  const reached = new Set();
  const symbol = (index) => {
    const name = call.names[index];
    const inside = node(1, "s" + name.name, {
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
        const given = node(2, "t" + source.tensor.name, {
          title: source.tensor.input !== null ? input(source.tensor.input)
            : "made by the model",
          code: false,
          text: `${source.tensor.name}, ${layout(source.tensor)}`,
        });
        link(inside, given);
        if (source.kind === "item") contents(given, source.tensor, leaf);
      }
    }
    return inside;
  };

  const pointers = entry.parameter === undefined ? [] : [entry.parameter];
  let home = null;
  for (const index of pointers) {
    const parameter = call.parameters[index];
    home = node(0, "p" + index, {
      title: parameter.name,
      code: true,
      text: entry.write ? "written to" : "read from",
    });
    link(null, home);
    if (parameter.tensor) link(home, tensor(parameter.tensor, null));
  }
  for (const index of entry.names) {
    const name = call.names[index];
    if (name.kind === "argument") {
      const argument = node(0, "n" + index, {
        title: name.name,
        code: true,
        text: name.value === null ? "not followed" : "",
      });
      link(null, argument);
      for (const from of name.from) link(argument, symbol(from));
    } else if (name.kind === "loaded" || name.kind === "opaque") {
      const loaded = node(0, "n" + index, {
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
  // All of the way to what breaks it.
  const leadsToBad = (node) => node.bad || edges.some((e) => e.from === node && leadsToBad(e.to));
  for (const edge of edges) edge.bad = leadsToBad(edge.to);
  edges.sort((a, b) => a.bad - b.bad); // what is drawn last is on top
  return { stages: stages.filter((s) => s.nodes.length), edges };
}

function drawNode(node) {
  node.element = el("div", { class: node.bad ? "node bad" : "node" },
    el(node.code ? "b" : "span", {}, ...breakable(node.title)),
    node.text ? el("small", {}, ...breakable(node.text)) : null,
    node.here ? el("span", { class: "here" }, node.here) : null);
  return node.element;
}

// The same chain where there is no room beside each other: what leads on stands
// below, further in.
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

let markers = 0;

// Draws the edges between elements that are laid out. To the right where the
// stages stand side by side, downwards where they are stacked.
function drawEdges(flow, layer, source, mark, edges) {
  layer.replaceChildren();
  const origin = flow.getBoundingClientRect();
  if (!origin.width || !edges.length) return;
  const id = "arrow" + ++markers;
  const defs = svg("defs", {});
  for (const kind of ["", "bad"]) {
    const marker = svg("marker", {
      id: id + kind, class: kind, viewBox: "0 0 8 8", refX: 7, refY: 4,
      markerWidth: 7, markerHeight: 7, orient: "auto",
    });
    marker.append(svg("path", { d: "M0 0 8 4 0 8z" }));
    defs.append(marker);
  }
  layer.append(defs);
  const boxOf = (element) => {
    let { left, right, top, bottom } = element.getBoundingClientRect();
    if (element === mark) {
      // From the edge of the code, beside the mark, which may be scrolled out of
      // sight.
      const panel = source.getBoundingClientRect();
      const x = Math.max(Math.min((left + right) / 2, panel.right - 12), panel.left + 12);
      const y = Math.max(Math.min((top + bottom) / 2, panel.bottom - 12), panel.top + 12);
      const beside = edges.some((e) => e.to.element.getBoundingClientRect().left >= panel.right);
      [left, right, top, bottom] = beside ? [panel.right, panel.right, y, y]
        : [x, x, panel.bottom, panel.bottom];
    }
    return {
      left: left - origin.left,
      right: right - origin.left,
      top: top - origin.top,
      bottom: bottom - origin.top,
    };
  };
  // Whether what the code leads to stands in a column below it.
  const firsts = edges.filter((e) => !e.from).map((e) => e.to.element.getBoundingClientRect());
  const isColumn = firsts.length > 1 && firsts.every((f) => f.left === firsts[0].left);
  for (const edge of edges) {
    const from = edge.from ? edge.from.element : mark;
    if (!from) continue;
    const a = boxOf(from), b = boxOf(edge.to.element);
    let d;
    if (b.left >= a.right) {
      const y1 = (a.top + a.bottom) / 2, y2 = (b.top + b.bottom) / 2;
      const bend = Math.max(18, (b.left - a.right) / 2);
      d = `M${a.right} ${y1}C${a.right + bend} ${y1} ` +
        `${b.left - bend} ${y2} ${b.left} ${y2}`;
    } else if (!edge.from && isColumn) {
      const x = b.left - 14, y = (b.top + b.bottom) / 2;
      d = `M${x} ${a.bottom}V${y - 8}Q${x} ${y} ${x + 8} ${y}H${b.left}`;
    } else {
      const x1 = (a.left + a.right) / 2, x2 = (b.left + b.right) / 2;
      const bend = Math.max(14, (b.top - a.bottom) / 2);
      d = `M${x1} ${a.bottom}C${x1} ${a.bottom + bend} ` +
        `${x2} ${b.top - bend} ${x2} ${b.top}`;
    }
    const kind = edge.bad ? "bad" : "";
    layer.append(svg("path", { d, class: kind, "marker-end": `url(#${id}${kind})` }));
  }
}
