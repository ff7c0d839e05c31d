interface Video {
  service: 'YouTube' | 'Vimeo';
  /** The address of the player, which sets no cookies before it plays. */
  player: string;
}

/** The only origins that a page with a video may show in a frame (`src/build/policy.ts`). */
export const playerOrigins = ['https://www.youtube-nocookie.com', 'https://player.vimeo.com'] as const;

/** Reads the address of a film as people copy it from YouTube or Vimeo. Returns null for anything else. */
export function readVideo(address: string | undefined): Video | null {
  if (!address || !URL.canParse(address)) return null;
  const { protocol, hostname, pathname, searchParams } = new URL(address);
  if (protocol !== 'https:') return null;
  const host = hostname.replace(/^(?:www|m)\./, '');
  if (host === 'youtu.be') return youtube(pathname.slice(1));
  if (host === 'youtube.com')
    return youtube(searchParams.get('v') ?? /^\/(?:shorts|embed|live)\/([^/]+)$/.exec(pathname)?.[1] ?? '');
  const id = host === 'vimeo.com' ? /^\/(\d{6,12})(?:\/|$)/.exec(pathname)?.[1] : undefined;
  return id === undefined
    ? null
    : { service: 'Vimeo', player: `${playerOrigins[1]}/video/${id}?dnt=1&autoplay=1` };
}

const youtube = (id: string): Video | null =>
  /^[\w-]{11}$/.test(id)
    ? { service: 'YouTube', player: `${playerOrigins[0]}/embed/${id}?autoplay=1&rel=0` }
    : null;
