import { useEffect, useRef } from 'react';
import { writeWords } from './messages.ts';

/**
 * A mail in a document of its own, in which nothing runs and nothing leads anywhere. The page's policy lets no style
 * through that stands in markup, and a mail has no other: each is set by its element, which the policy allows.
 */
export function MailFrame({ html }: { html: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const page = frame.current;
    if (!page) return undefined;
    const draw = () => fill(page, html);
    // Firefox loads an empty document once more after it is there.
    page.addEventListener('load', draw);
    draw();
    const sizes = new ResizeObserver(() => fit(page));
    sizes.observe(page);
    return () => {
      page.removeEventListener('load', draw);
      sizes.disconnect();
    };
  }, [html]);
  return <iframe ref={frame} className="message-frame" title={writeWords.mail} sandbox="allow-same-origin" />;
}

const STYLE = 'data-style';

function fill(page: HTMLIFrameElement, html: string): void {
  const document = page.contentDocument;
  const view = page.contentWindow as (Window & typeof globalThis) | null;
  if (!document || !view) return;
  // What somebody wrote has its quotes escaped: these are the attributes of our own markup.
  const mail = new DOMParser().parseFromString(html.replaceAll(' style="', ` ${STYLE}="`), 'text/html');
  const sheets = [...mail.querySelectorAll('style')].map(({ textContent }) => {
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync(textContent);
    return sheet;
  });
  for (const link of mail.querySelectorAll('a')) link.removeAttribute('href');
  document.documentElement.lang = mail.documentElement.lang;
  document.title = writeWords.mail;
  document.adoptedStyleSheets = sheets;
  document.body.replaceChildren(...[...mail.body.childNodes].map((node) => document.importNode(node, true)));
  document.body.className = mail.body.className;
  document.body.style.cssText = mail.body.getAttribute(STYLE) ?? '';
  for (const element of document.body.querySelectorAll<HTMLElement>(`[${STYLE}]`))
    element.style.cssText = element.getAttribute(STYLE) ?? '';
  fit(page);
}

/** As high as the mail is: the page scrolls, not a window in it. */
function fit(page: HTMLIFrameElement): void {
  const height = page.contentDocument?.body.scrollHeight ?? 0;
  if (height > 0) page.style.height = `${height}px`;
}
