import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { IssuedVoucher } from '#contract/vouchers.ts';
import { formatMoney } from '#domain/money.ts';
import { readPaynowAccount } from '#api/paynow-account.ts';
import { Button } from '#ui/Button.tsx';
import { Fields } from '#ui/kit/form/Fields.tsx';
import { Form } from '#ui/kit/form/Form.tsx';
import { Notice } from '#ui/Notice.tsx';
import { PaynowPayment } from '#ui/staff/paynow/PaynowCode.tsx';
import { SideFrame } from '#ui/staff/SideFrame.tsx';
import '#ui/people/error-summary.css';
import { amountOf, firstFields, labelOf, lastFields, openVoucherForm } from './form.ts';
import { detailMessages, fieldFault, formMessages as words } from './messages.ts';

interface Props {
  /** Only business admins may give a voucher without a payment. */
  mayGive: boolean;
  onClose: () => void;
  onIssued: () => void;
  onOpen: (id: string) => void;
}

/** The form for a new voucher. The code of a sold voucher is shown only once. */
export function NewVoucher({ mayGive, onClose, onIssued, onOpen }: Props) {
  const [issuedVoucher, setIssuedVoucher] = useState<IssuedVoucher | null>(null);
  const [form] = useState(() =>
    openVoucherForm((voucher) => {
      setIssuedVoucher(voucher);
      onIssued();
    }),
  );
  const values = useStore(form.$values);
  const busy = useStore(form.$busy);
  const outcome = useStore(form.$outcome);
  const paynowCents = values['method'] === 'paynow' ? amountOf(values['cents']) : null;
  return (
    <SideFrame
      title={issuedVoucher ? words.made : words.title}
      titleId="new-voucher"
      closeLabel={detailMessages.close}
      onClose={onClose}
    >
      {issuedVoucher ? (
        <Issued issued={issuedVoucher} onOpen={onOpen} />
      ) : (
        <Form form={form} className="voucher-form" labelOf={labelOf} messageOf={fieldFault}>
          <p className="quiet">{words.lead}</p>
          {outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
          <Fields fields={firstFields(mayGive)} form={form} messageOf={fieldFault} />
          {paynowCents !== null && (
            <PaynowPayment cents={paynowCents} reference={form.paynowReference} read={readPaynowAccount} />
          )}
          <Fields fields={lastFields(values)} form={form} messageOf={fieldFault} />
          <div className="row">
            <Button kind="solid" type="submit" busy={busy}>
              {words.sell}
            </Button>
            <Button kind="line" onClick={onClose}>
              {words.leave}
            </Button>
          </div>
        </Form>
      )}
    </SideFrame>
  );
}

function Issued({ issued: { voucher, code }, onOpen }: { issued: IssuedVoucher; onOpen: Props['onOpen'] }) {
  return (
    <div className="stack gap-3.5" role="status">
      <p>
        <b className="numbers">{formatMoney(voucher.cents)}</b>
      </p>
      {code === null ? (
        <Notice tone="warn">{words.codeGone}</Notice>
      ) : (
        <>
          <p className="voucher-code">
            <span className="sr-only">{words.code} </span>
            {code}
          </p>
          <p className="quiet">{words.once}</p>
        </>
      )}
      <div className="row no-print">
        <Button kind="solid" small onClick={() => onOpen(voucher.voucher_id)}>
          {words.next}
        </Button>
        <Button kind="line" small onClick={() => print()}>
          {words.print}
        </Button>
      </div>
    </div>
  );
}
