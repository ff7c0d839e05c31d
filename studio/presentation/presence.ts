import { useEffect } from 'react';
import { definePlugin, type LayoutProps, useClient, useCurrentUser } from 'sanity';

/** A third of the time for which the preview believes it (preview/access.ts), in ms. */
const EVERY_MS = 180_000;
const mine = `*[_type == "sanity.previewUrlSecret" && userId == $user && dateTime(_updatedAt) > dateTime(now()) - 28800]._id`;

/**
 * Says while Studio is open that whoever opened a preview may still do so: a removed member cannot write it, and the
 * preview ends their sessions within minutes. A computer that slept says it when it wakes.
 */
function Presence({ renderDefault, ...props }: LayoutProps) {
  const client = useClient({ apiVersion: '2025-02-19' });
  const user = useCurrentUser()?.id;
  useEffect(() => {
    if (user === undefined) return;
    const raw = client.withConfig({ perspective: 'raw' });
    async function tell(): Promise<void> {
      const ids = await raw.fetch<string[]>(mine, { user });
      const seenAt = new Date().toISOString();
      for (const id of ids) await raw.patch(id).set({ seenAt }).commit({ visibility: 'async' });
    }
    // Without a network the next one says it.
    const timer = setInterval(() => void tell().catch(() => undefined), EVERY_MS);
    return () => clearInterval(timer);
  }, [client, user]);
  return renderDefault({ renderDefault, ...props });
}

export const presence = definePlugin({
  name: 'preview-presence',
  studio: { components: { layout: Presence } },
});
