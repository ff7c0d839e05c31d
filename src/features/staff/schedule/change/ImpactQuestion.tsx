import { useState } from 'react';
import type { PlaceImpact } from '#contract/place-changes.ts';
import { Field } from '#ui/Field.tsx';
import { KeepOr } from '#ui/KeepOr.tsx';
import { Notice } from '#ui/Notice.tsx';
import { type Decision, hasAudience, isCoachAlone } from './impact.ts';
import { clashLines, clashTitles, impactLines, impactMessages } from './messages.ts';

interface Props {
  impact: PlaceImpact;
  /** The changes, one per line. */
  changes: readonly string[];
  /** True if the numbers differ from those shown before. */
  anew: boolean;
  busy: boolean;
  onDecide: (decision: Decision) => void;
  onLeave: () => void;
}

/** The consequences of a change and whether to notify families, asked before anything is saved. */
export function ImpactQuestion({ impact, changes, anew, busy, onDecide, onLeave }: Props) {
  const asks = hasAudience(impact);
  const coachAlone = isCoachAlone(impact);
  const [tell, setTell] = useState(!coachAlone);
  const [note, setNote] = useState('');
  const [tried, setTried] = useState(false);
  const isMissing = asks && !tell && !coachAlone && note.trim() === '';
  const clashes = clashLines(impact);
  return (
    <form
      className="call-off"
      noValidate
      aria-label={impactMessages.title}
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (!isMissing && !busy) onDecide({ tell: asks && tell, note });
      }}
    >
      {anew && <Notice tone="warn">{impactMessages.anew}</Notice>}
      {clashes.coaches.length > 0 && (
        <Notice tone="warn" title={clashTitles.coaches} list={clashes.coaches} />
      )}
      {clashes.children.length > 0 && (
        <Notice tone="warn" title={clashTitles.children} list={clashes.children} />
      )}
      <div className="call-off-means">
        <b>{impactMessages.means}</b>
        <ul>
          {[...changes, ...impactLines(impact)].map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
      {asks && (
        <>
          <fieldset className="call-off-money stack gap-1">
            <legend>{impactMessages.legend}</legend>
            {[true, false].map((is) => (
              <label key={String(is)}>
                <input type="radio" name="tell" checked={tell === is} onChange={() => setTell(is)} />
                <span>
                  {is ? impactMessages.tell(impact.mails) : impactMessages.quiet}
                  <small>
                    {is
                      ? impactMessages.tellNote
                      : coachAlone
                        ? impactMessages.quietCoach
                        : impactMessages.quietNote}
                  </small>
                </span>
              </label>
            ))}
          </fieldset>
          {(tell || !coachAlone) && (
            <Field
              id="change-note"
              label={tell ? impactMessages.note : impactMessages.reason}
              hint={tell ? impactMessages.noteHint : impactMessages.reasonHint}
              error={tried && isMissing ? impactMessages.noReason : undefined}
              value={note}
              maxLength={200}
              autoComplete="off"
              onChange={({ target }) => setNote(target.value)}
            />
          )}
        </>
      )}
      <KeepOr
        keep={impactMessages.leave}
        onKeep={onLeave}
        act={
          !asks
            ? impactMessages.saveAnyway
            : tell
              ? impactMessages.saveAndTell(impact.mails)
              : impactMessages.save
        }
        busy={busy}
      />
    </form>
  );
}
