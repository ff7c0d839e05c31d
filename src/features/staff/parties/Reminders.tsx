import type { PartyStory } from '#contract/management-parties.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmButton } from '#ui/ConfirmButton.tsx';
import { remindWords, storyWords } from './messages.ts';
import type { Story } from './story.ts';

interface Props {
  story: Story;
  told: PartyStory;
  /** Number of guests who are coming and have an address. */
  mails: number;
  busy: boolean;
}

export function Reminders({ story, told, mails, busy }: Props) {
  return (
    <section className="sheet party-part" aria-labelledby="party-remind">
      <h3 id="party-remind">{remindWords.title}</h3>
      <p className="quiet">{remindWords.text}</p>
      <div className="party-remind">
        <Button kind="line" small busy={busy} onClick={() => void story.remind('host')}>
          {remindWords.host}
        </Button>
        <span className="quiet">
          {told.party.host_email === null ? remindWords.noHost : remindWords.hostLast(told.host_reminded_at)}
        </span>
      </div>
      <div className="party-remind">
        {mails > 0 && (
          <ConfirmButton
            name={remindWords.guests}
            means={remindWords.guestsMeans(mails)}
            yes={remindWords.yes}
            no={storyWords.leave}
            busy={busy}
            onYes={() => void story.remind('guests')}
          />
        )}
        <span className="quiet">
          {mails === 0 ? remindWords.nobody : remindWords.hostLast(told.guests_reminded_at)}
        </span>
      </div>
    </section>
  );
}
