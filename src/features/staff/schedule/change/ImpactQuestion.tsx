import { useState } from 'react';
import type { ChangeImpact } from '#contract/place-changes.ts';
import { Field } from '#ui/Field.tsx';
import { ConfirmActions } from '#ui/ConfirmActions.tsx';
import { Notice } from '#ui/Notice.tsx';
import { FormElement } from '#ui/kit/form/FormElement.tsx';
import { AssignReason } from '#ui/staff/AssignReason.tsx';
import { type Decision, hasAudience, isOnlyCoach } from './impact.ts';
import { clashLines, clashTitles, impactLines, impactMessages } from './messages.ts';

interface Props {
  impact: ChangeImpact;
  changes: readonly string[];
  /** True if the numbers differ from those that staff saw before. */
  hasChanged: boolean;
  busy: boolean;
  onDecide: (decision: Decision) => void;
  onLeave: () => void;
}

/** Shows the consequences before anything is saved. Staff decide whether families are notified. */
export function ImpactQuestion({ impact, changes, hasChanged, busy, onDecide, onLeave }: Props) {
  const hasFamilies = hasAudience(impact);
  const onlyCoach = isOnlyCoach(impact);
  const [notify, setNotify] = useState(!onlyCoach);
  const [note, setNote] = useState('');
  const [reason, setReason] = useState('');
  const [isSubmitted, setTried] = useState(false);
  const isMissing = hasFamilies && !notify && !onlyCoach && note.trim() === '';
  const lacksReason = impact.needs_reason && reason.trim() === '';
  const clashes = clashLines(impact);
  return (
    <FormElement
      className="schedule-question"
      aria-label={impactMessages.title}
      onSubmit={() => {
        setTried(true);
        if (isMissing || lacksReason || busy) return;
        onDecide({
          notify: hasFamilies && notify,
          note,
          ...(impact.needs_reason && { reason: reason.trim() }),
        });
      }}
    >
      {hasChanged && <Notice tone="warn">{impactMessages.hasChanged}</Notice>}
      {clashes.coaches.length > 0 && (
        <Notice tone="warn" title={clashTitles.coaches} list={clashes.coaches} />
      )}
      {clashes.concerns.length > 0 && (
        <Notice tone="warn" title={clashTitles.concerns} list={clashes.concerns} />
      )}
      {impact.needs_reason && (
        <AssignReason
          id="assign-reason"
          value={reason}
          error={isSubmitted && lacksReason ? impactMessages.noReason : undefined}
          onChange={setReason}
        />
      )}
      {clashes.children.length > 0 && (
        <Notice tone="warn" title={clashTitles.children} list={clashes.children} />
      )}
      <div className="schedule-consequences">
        <b>{impactMessages.means}</b>
        <ul>
          {[...changes, ...impactLines(impact)].map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
      {hasFamilies && (
        <>
          <fieldset className="schedule-options stack gap-1">
            <legend>{impactMessages.legend}</legend>
            {[true, false].map((isNotified) => (
              <label key={String(isNotified)}>
                <input
                  type="radio"
                  name="notify"
                  checked={notify === isNotified}
                  onChange={() => setNotify(isNotified)}
                />
                <span>
                  {isNotified ? impactMessages.notify(impact.mails, impact.phones) : impactMessages.noMail}
                  <small>
                    {isNotified
                      ? impactMessages.notifyNote
                      : onlyCoach
                        ? impactMessages.noMailCoach
                        : impactMessages.noMailNote}
                  </small>
                </span>
              </label>
            ))}
          </fieldset>
          {(notify || !onlyCoach) && (
            <Field
              id="change-note"
              label={notify ? impactMessages.note : impactMessages.reason}
              hint={notify ? impactMessages.noteHint : impactMessages.reasonHint}
              error={isSubmitted && isMissing ? impactMessages.noReason : undefined}
              value={note}
              maxLength={200}
              autoComplete="off"
              onChange={({ target }) => setNote(target.value)}
            />
          )}
        </>
      )}
      <ConfirmActions
        keep={impactMessages.goBack}
        onKeep={onLeave}
        act={
          !hasFamilies
            ? impactMessages.saveAnyway
            : notify
              ? impactMessages.saveAndNotify(impact.mails)
              : impactMessages.save
        }
        busy={busy}
      />
    </FormElement>
  );
}
