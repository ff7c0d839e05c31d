import { brand } from '#config/brand.ts';
import { campaignOf, MESSAGE, withCampaign } from './model.ts';

/*
 * The custom elements of partners' pages: each shows one of our pages in a frame. This code runs on sites that are not
 * ours, in versions that partners never change: attributes may be added, and none is renamed or removed.
 */

/** The place of our address in the script (`src/pages/embed/elements.js.ts`). */
export const SITE = 'https://site.invalid';

/** The two elements, such as `<slug-booking>`. */
export type ElementKind = 'booking' | 'timetable';
export const elementName = (kind: ElementKind): string => `${brand.slug}-${kind}`;

const attributes = ['show', 'base', 'tier', 'from', 'language', 'theme', 'campaign'] as const;
const prefixes = new Map([['zh', '/zh']]);
const titles = { camps: `${brand.name}: camps`, timetable: `${brand.name}: timetable` };

/** In pixels. A frame is as tall as its page, within these limits. */
export const heights = { first: 480, least: 80, most: 20_000 };
/** How long a page in a frame may take before the link beside it appears, in milliseconds. */
const PATIENCE_MS = 6000;

type Read = (attribute: (typeof attributes)[number]) => string | null;

interface Pages {
  kind: keyof typeof titles;
  /** The page in the frame. Whatever an attribute says, it is one of our four. */
  frame: URL;
  /** The page of our site that the link leads to. */
  link: URL;
}

export function pagesOf(site: string, element: ElementKind, read: Read, host: string): Pages {
  const show = read('show');
  const kind = element === 'booking' && show !== 'classes' ? 'camps' : 'timetable';
  const prefix = prefixes.get(read('language') ?? '') ?? '';
  const frame = new URL(`${prefix}/embed/${kind}`, site);
  if (kind === 'timetable' && (show === 'classes' || show === 'camps')) frame.searchParams.set('show', show);
  for (const [name, attribute] of [
    ['location', 'base'],
    ['tier', 'tier'],
    ['from', 'from'],
    ['theme', 'theme'],
  ] as const) {
    const value = read(attribute);
    if (value && /^[\w-]{1,40}$/.test(value)) frame.searchParams.set(name, value);
  }
  const campaign = campaignOf(read('campaign')) || campaignOf(host);
  if (campaign) frame.searchParams.set('campaign', campaign);
  const link = new URL(kind === 'camps' ? `${prefix}/camps-new` : prefix || '/', site);
  return { kind, frame, link: new URL(withCampaign(link.href, campaign, link.origin)) };
}

/**
 * Returns the height that a message asks for, or null for a message that is not from the frame, not from our site or
 * not about a height. A message can do nothing else.
 */
export function readHeight(
  { data, origin, source }: Pick<MessageEvent<unknown>, 'data' | 'origin' | 'source'>,
  frame: Pick<HTMLIFrameElement, 'contentWindow'>,
  ourOrigin: string,
): number | null {
  if (origin !== ourOrigin || source === null || source !== frame.contentWindow) return null;
  if (typeof data !== 'object' || data === null) return null;
  if (!('type' in data) || data.type !== MESSAGE || !('height' in data)) return null;
  const { height } = data;
  if (typeof height !== 'number' || !Number.isFinite(height) || height <= 0) return null;
  return Math.min(Math.max(height, heights.least), heights.most);
}

/** Makes the frame. It gets no powers, no referrer and, where browsers can do that, neither cookies nor storage. */
function createFrame(): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  const permissions =
    'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation';
  frame.setAttribute('sandbox', permissions);
  frame.setAttribute('credentialless', '');
  frame.referrerPolicy = 'no-referrer';
  frame.loading = 'lazy';
  // The styles are set one by one, because the partner's policy may forbid a style sheet.
  Object.assign(frame.style, { display: 'block', width: '100%', border: '0', height: `${heights.first}px` });
  return frame;
}

export function defineElements(site: string): void {
  const { origin } = new URL(site);

  class PartnerElement extends HTMLElement {
    static readonly observedAttributes = attributes;
    readonly #frame = createFrame();
    readonly #link = document.createElement('a');
    readonly #fallback = document.createElement('slot');
    #hasHeight = false;
    #timer: ReturnType<typeof setTimeout> | undefined;
    /**
     * A lazy frame loads when it comes near, and a browser may report no `load` of a frame that it blocks (Safari and
     * Firefox on an isolated page). So the time also counts from when the visitor sees the element.
     */
    readonly #sight = new IntersectionObserver((seen) => {
      if (seen.some(({ isIntersecting }) => isIntersecting)) this.#wait();
    });

    constructor() {
      super();
      this.#fallback.append(this.#link);
      this.#fallback.style.display = 'none';
      this.attachShadow({ mode: 'open' }).append(this.#fallback);
      this.#frame.addEventListener('load', () => this.#wait());
    }

    connectedCallback(): void {
      if (this.style.display === '') this.style.display = 'block';
      addEventListener('message', this.#receive);
      this.#show();
      this.#sight.observe(this);
    }

    disconnectedCallback(): void {
      removeEventListener('message', this.#receive);
      this.#sight.disconnect();
      clearTimeout(this.#timer);
    }

    attributeChangedCallback(): void {
      if (this.isConnected) this.#show();
    }

    #show(): void {
      const kind = this.localName === elementName('timetable') ? 'timetable' : 'booking';
      const pages = pagesOf(origin, kind, (name) => this.getAttribute(name), location.hostname);
      if (this.#frame.src === pages.frame.href) return;
      this.#frame.title = titles[pages.kind];
      this.#link.textContent = titles[pages.kind];
      this.#link.href = pages.link.href;
      this.#hasHeight = false;
      this.#frame.src = pages.frame.href;
      // A frame that is put into the page without an address loads an empty page first, and reports that.
      if (!this.#frame.parentNode) this.shadowRoot?.prepend(this.#frame);
    }

    /** Shows the partner's link, or ours, if the page in the frame did not start. */
    #wait(): void {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#showFallback(!this.#hasHeight), PATIENCE_MS);
    }

    #showFallback(isShown: boolean): void {
      this.#fallback.style.display = isShown ? 'contents' : 'none';
    }

    readonly #receive = (event: MessageEvent<unknown>): void => {
      const height = readHeight(event, this.#frame, origin);
      if (height === null) return;
      this.#hasHeight = true;
      this.#showFallback(false);
      this.#frame.style.height = `${height}px`;
    };
  }

  for (const name of [elementName('booking'), elementName('timetable')])
    if (!customElements.get(name)) customElements.define(name, class extends PartnerElement {});
}
