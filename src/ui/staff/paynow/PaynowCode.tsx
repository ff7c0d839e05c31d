import { useEffect, useState } from 'react';
import { renderSVG } from 'uqr';
import { formatMoment } from '#domain/dates.ts';
import { formatMoney } from '#domain/money.ts';
import { Button } from '../../Button.tsx';
import { Notice } from '../../Notice.tsx';
import { useHasPassed } from '../../use-has-passed.ts';
import './code.css';
import { paynowPayload } from './payload.ts';

const words = {
  code: (cents: number, reference: string) =>
    `PayNow QR code for ${formatMoney(cents)}, reference ${reference}`,
  about: (cents: number, reference: string, until: string) =>
    `${formatMoney(cents)} with our reference ${reference}. The code is valid until ${until}.`,
  loading: 'Loading the PayNow code...',
  noUen: 'To show a PayNow QR code here, the company’s UEN must be in the settings.',
  failed: 'The PayNow code did not load. Choose PayNow again, or use your own code.',
  ended:
    'This PayNow code has ended, so banks refuse it. If the parent has paid already, go on with the bank’s reference.',
  again: 'Show a new code',
} as const;

interface CodeProps {
  uen: string;
  merchant: string;
  cents: number;
  /** The reference that the parent's bank and ours show. */
  reference: string;
  /** The code cannot be paid after this time, so it disappears then. */
  validUntil: string;
  /** What is said below the code while it can be paid. */
  about: string;
  /** Makes a code with a later end. A held sale has none, because its places are no longer held. */
  onRenew?: () => void;
}

/** Shows the code that the parent's bank scans. It contains the amount and our reference. */
export function PaynowCode({ uen, merchant, cents, reference, validUntil, about, onRenew }: CodeProps) {
  const hasEnded = useHasPassed(validUntil);
  if (hasEnded)
    return (
      <Notice
        tone="warn"
        actions={
          onRenew && (
            <Button kind="line" small onClick={onRenew}>
              {words.again}
            </Button>
          )
        }
      >
        {words.ended}
      </Notice>
    );
  const payload = paynowPayload({ uen, cents, reference, merchant, expiresAt: new Date(validUntil) });
  return (
    <>
      <img
        className="ask-code"
        src={`data:image/svg+xml,${encodeURIComponent(renderSVG(payload, { border: 2 }))}`}
        width="260"
        height="260"
        alt={words.code(cents, reference)}
      />
      <p className="quiet">{about}</p>
    </>
  );
}

export interface PaynowAccount {
  name: string;
  uen: string | null;
  valid_until: string;
}

type Props = Pick<CodeProps, 'cents' | 'reference'> & {
  /** Reads to whom the payment goes. Null means that there was no answer. */
  read: () => Promise<PaynowAccount | null>;
};

/** Shows the code of a payment that is no new sale, for example of an instalment or a voucher. */
export function PaynowPayment({ cents, reference, read }: Props) {
  const [account, setAccount] = useState<PaynowAccount | null | undefined>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    let current = true;
    void read().then((answer) => current && setAccount(answer));
    return () => void (current = false);
  }, [read, round]);
  if (account === undefined)
    return <span className="skeleton ask-code" role="status" aria-label={words.loading} />;
  if (account === null) return <Notice tone="warn">{words.failed}</Notice>;
  const { uen, name, valid_until: validUntil } = account;
  if (uen === null) return <p className="quiet">{words.noUen}</p>;
  return (
    <PaynowCode
      uen={uen}
      merchant={name}
      cents={cents}
      reference={reference}
      validUntil={validUntil}
      about={words.about(cents, reference, formatMoment(validUntil))}
      onRenew={() => setRound(round + 1)}
    />
  );
}
