/**
 * A page translator replaces text nodes, and React throws when it removes a replaced node (facebook/react#11538).
 * This module puts the original node back first.
 */
const replacements = new WeakMap<Node, Node>();

function follow(records: readonly MutationRecord[]): void {
  for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records) {
    const font = addedNodes[0] ?? [previousSibling, nextSibling].find((node) => node?.nodeName === 'FONT');
    if (font) for (const node of removedNodes) replacements.set(node, font);
  }
}

function putBack(node: Node): void {
  let outermostFont: Node | null | undefined;
  if (node.isConnected)
    for (let at = node.parentNode; at?.nodeName === 'FONT'; at = at.parentNode) outermostFont = at;
  else {
    outermostFont = replacements.get(node);
    while (outermostFont && !outermostFont.isConnected) outermostFont = replacements.get(outermostFont);
  }
  outermostFont?.parentNode?.replaceChild(node, outermostFont);
}

export function surviveTranslation(): void {
  new MutationObserver(follow).observe(document, { childList: true, subtree: true });

  const { insertBefore, nodeValue, removeChild } = Object.getOwnPropertyDescriptors(Node.prototype);

  const isChild = (parent: Node, node: Node): boolean => {
    if (node.parentNode !== parent) putBack(node);
    return node.parentNode === parent;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, next: Node | null): T {
    insertBefore.value?.call(this, node, next && isChild(this, next) ? next : null);
    return node;
  };
  Node.prototype.removeChild = function <T extends Node>(this: Node, node: T): T {
    if (isChild(this, node)) removeChild.value?.call(this, node);
    return node;
  };
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...nodeValue,
    set(this: Node, text: string | null) {
      putBack(this);
      nodeValue.set?.call(this, text);
    },
  });
}
