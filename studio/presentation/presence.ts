import { useEffect } from 'react';
import { definePlugin, type LayoutProps, useClient, useCurrentUser } from 'sanity';

/** The interval in milliseconds. The preview accepts a confirmation for three times as long (preview/access.ts). */
const EVERY_MS = 180_000;
const secretsQuery = `*[_type == "sanity.previewUrlSecret" && userId == $user && dateTime(_updatedAt) > dateTime(now()) - 28800]._id`;

/**
 * Confirms regularly, while Studio is open, that the user may still see previews. A removed member cannot write this,
 * so the preview ends their sessions within minutes.
 */
function Presence({ renderDefault, ...props }: LayoutProps) {
  const client = useClient({ apiVersion: '2025-02-19' });
  const user = useCurrentUser()?.id;
  useEffect(() => {
    if (user === undefined) return;
    const raw = client.withConfig({ perspective: 'raw' });
    async function confirmPresence(): Promise<void> {
      const ids = await raw.fetch<string[]>(secretsQuery, { user });
      const seenAt = new Date().toISOString();
      for (const id of ids) await raw.patch(id).set({ seenAt }).commit({ visibility: 'async' });
    }
    // If there is no network, this attempt fails, and a later one succeeds.
    const timer = setInterval(() => void confirmPresence().catch(() => undefined), EVERY_MS);
    return () => clearInterval(timer);
  }, [client, user]);
  return renderDefault({ renderDefault, ...props });
}

export const presence = definePlugin({
  name: 'preview-presence',
  studio: { components: { layout: Presence } },
});
