import { formatDate, formatMoney } from '#contract/format.ts';
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { errorText } from '#api/error-text.ts';
import { redeemVoucher } from '#api/family-balance.ts';
import { today } from '#domain/dates.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { SectionFailed, SectionWaiting } from '#ui/family/SectionState.tsx';
import { Form, useErrorOf } from '#ui/kit/form/Form.tsx';
import { missingTexts, useForm } from '#ui/kit/form/use-form.ts';
import { useAction } from '#ui/kit/use-action.ts';
import { Notice } from '#ui/Notice.tsx';
import { createBalance } from './balance.ts';
import { balanceMessages as words } from './balance-messages.ts';

export default function Balance() {
  const [{ $balance, read }] = useState(() => createBalance());
  const balance = useStore($balance);
  const { busy, outcome, run } = useAction();
  useEffect(() => void read(), [read]);
  const form = useForm({
    empty: { voucher: '' },
    check: (values) => missingTexts(values, 'voucher'),
    send: async ({ voucher }): Promise<void> => {
      await run(async () => {
        const answer = await redeemVoucher(voucher.trim());
        if (!answer.ok) return { tone: 'bad', text: await errorText(answer.code, words.refusals) };
        form.saved({ voucher: '' });
        await read();
        return { tone: 'calm', text: words.redeemed(answer.value) };
      });
    },
  });
  const errorOf = useErrorOf(form, () => words.codeMissing);
  return (
    <section aria-labelledby="balance" className="no-print stack mb-10 gap-3.5">
      <h2 id="balance">{words.title}</h2>
      <p className="quiet">{words.about}</p>
      {balance === 'loading' && <SectionWaiting rows={1} label={words.loading} />}
      {balance === 'failed' && <SectionFailed title={words.failed} onRetry={() => void read()} />}
      {typeof balance === 'object' && (
        <>
          <p className="numbers">
            <b>{formatMoney(balance.cents)}</b>
          </p>
          {balance.reserved_cents > 0 && <p className="quiet">{words.reserved(balance.reserved_cents)}</p>}
          {balance.entries.length > 0 && (
            <ul className="receipt-list">
              {balance.entries.map((entry) => (
                <li key={entry.id}>
                  <span>
                    <b>{words.entry(entry)}</b>
                    <small>{formatDate(today(new Date(entry.at)))}</small>
                  </span>
                  <b className="numbers">
                    {entry.cents < 0 ? `−${formatMoney(-entry.cents)}` : formatMoney(entry.cents)}
                  </b>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
      <Form form={form} className="stack gap-2">
        <Field
          id="voucher"
          label={words.codeLabel}
          hint={words.codeHint}
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={60}
          value={form.values.voucher}
          error={errorOf('voucher')}
          onChange={({ target }) => form.change({ voucher: target.value })}
        />
        {outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
        <div className="row">
          <Button kind="line" small type="submit" busy={busy}>
            {words.redeem}
          </Button>
        </div>
      </Form>
    </section>
  );
}
