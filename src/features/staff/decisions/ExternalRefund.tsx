import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { DecisionLine, StaffDecision } from '#contract/management.ts';
import type { ExternalRefundChoice } from '#contract/management-orders.ts';
import { formatMoney } from '#domain/money.ts';
import { Button } from '#ui/Button.tsx';
import { Confirm } from '#ui/Confirm.tsx';
import { FormElement } from '#ui/kit/form/FormElement.tsx';
import { lineText } from '#ui/staff/messages.ts';
import { externalMeans, externalMessages } from './messages.ts';
import type { Decisions } from './store.ts';

interface Props {
  decisions: Decisions;
  row: StaffDecision;
  busy: boolean;
}

type Kind = ExternalRefundChoice['kind'];

/**
 * Staff say what a refund on Stripe's pages was for. They see the database's preview of the effect, and then confirm
 * it.
 */
export function ExternalRefund({ decisions, row, busy }: Props) {
  const draft = useStore(decisions.$draft);
  const [kind, setKind] = useState<Kind | null>(null);
  const [chosenIds, setChosenIds] = useState<string[]>([]);
  const [isSubmitted, setIsTried] = useState(false);
  const linesByKind: Partial<Record<Kind, DecisionLine[]>> = {
    line: row.lines.filter(({ paid_cents }) => paid_cents >= (row.amount_cents ?? 0)),
    cancel: row.lines.filter(({ can_cancel }) => can_cancel),
  };
  const choice = choiceOf(kind, chosenIds);
  if (draft?.id === row.id)
    return (
      <Confirm
        title={externalMessages.kinds[draft.choice.kind]}
        yes={externalMessages.yes}
        no={externalMessages.no}
        busy={busy}
        harm={draft.choice.kind === 'cancel'}
        onYes={() => void decisions.confirm(row)}
        onNo={decisions.leaveDraft}
      >
        {externalMeans(row, draft)}
      </Confirm>
    );
  const showPreview = () => {
    setIsTried(true);
    if (choice) void decisions.preview(row, choice);
  };
  const chooseKind = (newKind: Kind) => {
    setKind(newKind);
    setChosenIds([]);
    setIsTried(false);
  };
  return (
    <FormElement
      className="external-refund stack justify-items-start gap-2.5"
      onSubmit={() => {
        showPreview();
      }}
    >
      <fieldset>
        <legend>{externalMessages.question(formatMoney(row.amount_cents ?? 0))}</legend>
        {(['leave', 'line', 'cancel'] as const).map(
          (option) =>
            (option === 'leave' || (linesByKind[option] ?? []).length > 0) && (
              <div key={option}>
                <label>
                  <input
                    type="radio"
                    name={`kind-${row.id}`}
                    checked={kind === option}
                    onChange={() => chooseKind(option)}
                  />
                  {externalMessages.kinds[option]}
                </label>
                {kind === option && option !== 'leave' && (
                  <ul>
                    {(linesByKind[option] ?? []).map((line) => (
                      <li key={line.line_id}>
                        <label>
                          <input
                            type={option === 'line' ? 'radio' : 'checkbox'}
                            name={`line-${row.id}`}
                            checked={chosenIds.includes(line.line_id)}
                            onChange={({ target }) =>
                              setChosenIds(
                                toggleId(chosenIds, line.line_id, target.checked, option === 'line'),
                              )
                            }
                          />
                          {lineText(line)} · {formatMoney(line.paid_cents)}
                        </label>
                      </li>
                    ))}
                  </ul>
                )}
              </div>
            ),
        )}
      </fieldset>
      {isSubmitted && !choice && (
        <p className="field-error" role="alert">
          {externalMessages.choose}
        </p>
      )}
      <Button kind="line" small type="submit" busy={busy}>
        {externalMessages.preview}
      </Button>
    </FormElement>
  );
}

function toggleId(chosenIds: string[], id: string, isChosen: boolean, isSingle: boolean): string[] {
  if (isSingle) return [id];
  return isChosen ? [...chosenIds, id] : chosenIds.filter((chosenId) => chosenId !== id);
}

function choiceOf(kind: Kind | null, chosenIds: string[]): ExternalRefundChoice | null {
  const [first] = chosenIds;
  if (kind === 'leave') return { kind };
  if (kind === null || first === undefined) return null;
  return kind === 'line' ? { kind, line_ids: [first] } : { kind, line_ids: chosenIds };
}
