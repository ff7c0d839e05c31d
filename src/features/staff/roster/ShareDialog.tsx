import { useState } from 'react';
import { paths } from '#config/paths.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { useAction } from '#ui/kit/use-action.ts';
import { shareRoster } from './api.ts';
import { placeOnDay, shareMessages } from './messages.ts';
import { type RosterEntry, placeIdOf } from './model.ts';
import { Sheet } from './Sheet.tsx';

type Link = { state: 'ended' | 'failed' } | { state: 'made'; address: string; until: string };

/** The numbers of hours for which a link can work. */
const lifetimes = [1, 4, 12];

export function ShareDialog({ place, onClose }: { place: RosterEntry; onClose: () => void }) {
  const { busy, outcome: link, run } = useAction<Link>();
  const [isCopied, setIsCopied] = useState(false);
  const createLink = (minutes: number) =>
    run(async () => {
      setIsCopied(false);
      const answer = await shareRoster(placeIdOf(place), minutes);
      if (!answer.ok) return { state: 'failed' };
      const { token, expires_at } = answer.value;
      if (token === null || expires_at === null) return { state: 'ended' };
      // The token is in the fragment, which is sent neither to servers nor in a referrer.
      return {
        state: 'made',
        address: `${location.origin}${paths.sharedRoster}#${token}`,
        until: expires_at,
      };
    });
  return (
    <Sheet title={shareMessages.title} about={placeOnDay(place)} onClose={onClose}>
      <p>{shareMessages.text}</p>
      <div className="row">
        {lifetimes.map((hours) => (
          <Button key={hours} kind="line" small busy={busy} onClick={() => void createLink(hours * 60)}>
            {shareMessages.hours(hours)}
          </Button>
        ))}
      </div>
      {link?.state === 'made' && (
        <>
          <Field
            id="share-link"
            label={shareMessages.link}
            hint={shareMessages.until(link.until)}
            value={link.address}
            readOnly
          />
          <div className="row">
            <Button
              kind="solid"
              onClick={() =>
                // If the browser refuses to copy, the address can be selected and copied by hand.
                void navigator.clipboard.writeText(link.address).then(
                  () => setIsCopied(true),
                  () => undefined,
                )
              }
            >
              {shareMessages.copy}
            </Button>
          </div>
        </>
      )}
      <p role="status">
        {link?.state === 'failed' && shareMessages.failed}
        {isCopied && shareMessages.copied}
        {link?.state === 'ended' && shareMessages.ended}
      </p>
      <Button kind="line" small onClick={() => void createLink(0)}>
        {shareMessages.end}
      </Button>
    </Sheet>
  );
}
