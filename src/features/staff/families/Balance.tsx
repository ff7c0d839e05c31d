import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { FamilyBalance } from '#contract/balance.ts';
import { formatMoment } from '#domain/dates.ts';
import { formatMoney } from '#domain/money.ts';
import { Button } from '#ui/Button.tsx';
import { Fields } from '#ui/kit/form/Fields.tsx';
import { Form } from '#ui/kit/form/Form.tsx';
import { Notice } from '#ui/Notice.tsx';
import { balanceFields, createBalanceForm, createBalanceStore, effectOf, payoutMethodOf } from './balance.ts';
import { balanceMessages as words } from './balance-messages.ts';
import { PageSection } from './PageSection.tsx';

/** An admin can add to the family's balance or take from it, with a note. */
export function Balance({ familyId }: { familyId: string }) {
  const [{ $balance, read }] = useState(() => createBalanceStore(familyId));
  const balance = useStore($balance);
  useEffect(() => void read(), [read]);
  return (
    <PageSection title={words.title} anchor="balance">
      {balance === 'loading' && <p className="quiet">{words.loading}</p>}
      {balance === 'failed' && (
        <Notice
          tone="bad"
          actions={
            <Button kind="line" small onClick={() => void read()}>
              {words.again}
            </Button>
          }
        >
          {words.failed}
        </Notice>
      )}
      {typeof balance === 'object' && (
        <>
          <p>
            <b className="numbers">{formatMoney(balance.cents)}</b>{' '}
            <span className="quiet">{words.about}</span>
          </p>
          <ul>
            {balance.entries.map((entry) => (
              <li key={entry.id} className="family-note">
                <p className="numbers">{words.entry(entry)}</p>
                <p className="quiet">
                  {[entry.note, entry.who, formatMoment(entry.at)].filter(Boolean).join(' · ')}
                </p>
              </li>
            ))}
          </ul>
          <Change key={balance.entries[0]?.id ?? ''} familyId={familyId} balance={balance} onDone={read} />
        </>
      )}
    </PageSection>
  );
}

interface ChangeProps {
  familyId: string;
  balance: FamilyBalance;
  onDone: () => Promise<void>;
}

function Change({ familyId, balance, onDone }: ChangeProps) {
  const [form] = useState(() => createBalanceForm(familyId, balance.cents, onDone));
  const values = useStore(form.$values);
  const busy = useStore(form.$busy);
  const outcome = useStore(form.$outcome);
  const effect = effectOf(values, balance.cents);
  return (
    <details className="no-print">
      <summary>{words.change}</summary>
      <Form form={form} className="note-form" labelOf={words.labelOf} messageOf={words.fault}>
        {outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
        <Fields fields={balanceFields} form={form} messageOf={words.fault} />
        {effect !== null && (
          <p className="quiet numbers">{words.effect(effect, payoutMethodOf(values) !== null)}</p>
        )}
        <Button kind="solid" small type="submit" busy={busy}>
          {words.save}
        </Button>
      </Form>
    </details>
  );
}
