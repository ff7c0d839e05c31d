/** An object parsed from Stripe's form encoding: `line_items[0][price_data][currency]=sgd`. */
export type FormObject = Record<string, unknown>;

type Node = Map<string, Node | string>;

/** Keys are first collected in Maps, so that no key can reach an object's prototype. */
export function parseForm(encoded: string): FormObject {
  const root: Node = new Map();
  for (const [key, value] of new URLSearchParams(encoded)) {
    const path = key.replaceAll(']', '').split('[');
    const last = path.pop() ?? '';
    let node = root;
    for (const name of path) {
      const next = node.get(name);
      const child: Node = next === undefined || typeof next === 'string' ? new Map<string, Node>() : next;
      node.set(name, child);
      node = child;
    }
    // An empty key gets the next index, for `expand[]=a&expand[]=b`.
    node.set(last === '' ? String(node.size) : last, value);
  }
  return toObject(root);
}

function toObject(node: Node): FormObject {
  return Object.fromEntries([...node].map(([key, value]) => [key, toValue(value)]));
}

function toValue(value: Node | string): unknown {
  if (typeof value === 'string') return value;
  const keys = [...value.keys()];
  return keys.every((key, index) => key === String(index))
    ? [...value.values()].map(toValue)
    : toObject(value);
}

/** Turns `['line_items', 0, 'quantity']` into Stripe's parameter name `line_items[0][quantity]`. */
export function paramName(path: readonly (string | number)[]): string {
  return path.map((part, index) => (index === 0 ? String(part) : `[${part}]`)).join('');
}
