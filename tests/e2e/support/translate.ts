import { expect, type Page } from '@playwright/test';

/** What a translator does with the page's text nodes: it removes them, or moves them into its own elements. */
export type Translator = 'replaces texts' | 'adds before it removes texts' | 'moves texts';

/**
 * Runs in a page. Like Chrome, it translates each text inside two nested `font` elements. The words stay the same, so
 * that a test still finds them.
 */
export function translateTexts(translator: Translator): void {
  const skipped = 'font, script, style, noscript, svg, textarea, select, title, [translate="no"]';
  const createFont = () => document.createElementNS('http://www.w3.org/1999/xhtml', 'font');
  function translateIn(root: Node): void {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = root instanceof Text ? [root] : [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      if (!text.isConnected || text.data.trim() === '' || text.parentElement?.closest(skipped)) continue;
      const [outer, inner] = [createFont(), createFont()];
      outer.append(inner);
      const { data } = text;
      if (translator === 'replaces texts') text.replaceWith(outer);
      else text.before(outer);
      if (translator === 'moves texts') inner.append(text);
      else {
        inner.append(data);
        text.remove();
      }
    }
  }
  translateIn(document.body);
  new MutationObserver((records) => {
    for (const { addedNodes, target } of records)
      for (const node of [...addedNodes, ...(target instanceof Text ? [target] : [])]) translateIn(node);
  }).observe(document.body, { childList: true, characterData: true, subtree: true });
}

/** True once the page is prepared for a translator, which happens when it is idle. */
export const isPrepared = (): boolean =>
  !String(Reflect.get(Node.prototype, 'removeChild')).includes('[native code]');

export async function translate(page: Page, translator: Translator): Promise<void> {
  await expect.poll(() => page.evaluate(isPrepared)).toBe(true);
  await page.evaluate(translateTexts, translator);
}
