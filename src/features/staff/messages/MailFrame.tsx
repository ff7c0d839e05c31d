import { useEffect, useRef } from 'react';
import { writeMessages } from './messages.ts';

/**
 * Shows the mail without scripts or working links. The page's policy blocks inline styles, so each style is set
 * through the style object.
 */
export function MailFrame({ html }: { html: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const page = frame.current;
    if (!page) return undefined;
    const draw = () => fill(page, html);
    // Firefox loads the empty document a second time after creating it.
    page.addEventListener('load', draw);
    draw();
    const sizes = new ResizeObserver(() => fit(page));
    sizes.observe(page);
    return () => {
      page.removeEventListener('load', draw);
      sizes.disconnect();
    };
  }, [html]);
  return (
    <iframe ref={frame} className="message-frame" title={writeMessages.mail} sandbox="allow-same-origin" />
  );
}

const STYLE = 'data-style';

function fill(page: HTMLIFrameElement, html: string): void {
  const document = page.contentDocument;
  const view = page.contentWindow as (Window & typeof globalThis) | null;
  if (!document || !view) return;
  // Quotes in user text are escaped, so this matches only attributes of our own markup.
  const mail = new DOMParser().parseFromString(html.replaceAll(' style="', ` ${STYLE}="`), 'text/html');
  const sheets = [...mail.querySelectorAll('style')].map(({ textContent }) => {
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync(textContent);
    return sheet;
  });
  for (const link of mail.querySelectorAll('a')) link.removeAttribute('href');
  document.documentElement.lang = mail.documentElement.lang;
  document.title = writeMessages.mail;
  document.adoptedStyleSheets = sheets;
  document.body.replaceChildren(...[...mail.body.childNodes].map((node) => document.importNode(node, true)));
  document.body.className = mail.body.className;
  document.body.style.cssText = mail.body.getAttribute(STYLE) ?? '';
  for (const element of document.body.querySelectorAll<HTMLElement>(`[${STYLE}]`))
    element.style.cssText = element.getAttribute(STYLE) ?? '';
  fit(page);
}

/** The frame is as high as the mail, so that only the page scrolls. */
function fit(page: HTMLIFrameElement): void {
  const height = page.contentDocument?.body.scrollHeight ?? 0;
  if (height > 0) page.style.height = `${height}px`;
}
