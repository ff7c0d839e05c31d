/** Adds HTML to the document in one step, like a browser, so that custom elements find their children. */
export function showPage(html: string): HTMLElement {
  const page = document.createElement('div');
  page.innerHTML = html;
  document.body.replaceChildren(page);
  return page;
}

export function find(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`No ${selector}`);
  return found;
}
