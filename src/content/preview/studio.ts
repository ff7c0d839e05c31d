/** The page's end of the line to Studio's preview (`@sanity/comlink`, as far as it is needed here). */

interface Message {
  domain: string;
  from: string;
  type: string;
  id?: string;
  connectionId?: string;
  channelId?: string;
  data?: unknown;
}

export interface Line {
  /** Sends once Studio has spoken; before that there is nobody to tell. */
  send(type: string, data: unknown): void;
}

const domains = ['sanity/channels', 'sanity/comlink'];

/** Answers whatever Studio says and passes it on; `greeted` once, when it has spoken for the first time. */
export function listenToStudio(
  origin: string,
  greeted: () => void,
  heard: (type: string, data: unknown) => void,
): Line {
  let studio: Window | null = null;
  let count = 0;
  const post = (type: string, more: object) =>
    studio?.postMessage(
      {
        domain: domains[1],
        from: 'visual-editing',
        to: 'presentation',
        id: `page-${count++}`,
        type,
        ...more,
      },
      origin,
    );
  window.addEventListener('message', ({ data, source, origin: from }: MessageEvent<unknown>) => {
    if (from !== origin || source !== window.parent || !isMessage(data)) return;
    const channelId = data.connectionId ?? data.channelId;
    const first = studio === null;
    studio = window.parent;
    if (data.type.endsWith('handshake/syn')) post('comlink/handshake/syn-ack', { channelId });
    else if (data.id && !data.type.endsWith('response'))
      post('comlink/response', { channelId, responseTo: data.id });
    if (first) greeted();
    heard(data.type, data.data);
  });
  return { send: (type, data) => post(type, { data }) };
}

function isMessage(data: unknown): data is Message {
  if (typeof data !== 'object' || data === null || !('domain' in data) || !('type' in data)) return false;
  const { domain, type, from } = data as Partial<Message>;
  return domains.includes(domain ?? '') && from === 'presentation' && typeof type === 'string';
}
