import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { FamilyPage } from '#contract/management-families.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { channelNames, permissionMessages, permissionText } from '#domain/phone-messages.ts';
import { createFamilyChannels } from './channels.ts';
import { parentMessages } from './messages.ts';
import { PageSection } from './PageSection.tsx';

/** Shows by which channels a parent allows messages about bookings. Staff record what a parent says on the phone. */
export function Channels({ details }: { details: FamilyPage }) {
  const [store] = useState(() => createFamilyChannels(details.family.family_id));
  const parents = useStore(store.$parents);
  const outcome = useStore(store.$outcome);
  const busy = useStore(store.$busy);
  useEffect(() => void store.open(), [store]);
  return (
    <PageSection title={permissionMessages.title}>
      <p className="quiet">{permissionMessages.lead}</p>
      {outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
      <ul>
        {parents?.map(({ profile_id, name, channels }) => (
          <li key={profile_id} className="stack gap-2">
            <h3>{name ?? parentMessages.title}</h3>
            {channels.map((channel) => (
              <div key={channel.channel}>
                <p>
                  {channelNames[channel.channel]}
                  {channel.phone !== null && ` (${permissionMessages.endsIn(channel.phone)})`}:{' '}
                  {permissionText(channel)}
                  {channel.phone === null && (
                    <>
                      {' '}
                      <span className="tag warn">{permissionMessages.noNumber}</span>
                    </>
                  )}
                </p>
                <div className="row no-print">
                  {[true, false]
                    .filter((answer) => answer !== channel.allowed)
                    .map((answer) => (
                      <Button
                        key={String(answer)}
                        kind="line"
                        small
                        busy={busy}
                        aria-label={(answer ? permissionMessages.allowOf : permissionMessages.refuseOf)(
                          channel.channel,
                          name ?? parentMessages.title,
                        )}
                        onClick={() => void store.record(profile_id, channel, answer)}
                      >
                        {answer ? permissionMessages.allow : permissionMessages.refuse}
                      </Button>
                    ))}
                </div>
              </div>
            ))}
          </li>
        ))}
      </ul>
    </PageSection>
  );
}
