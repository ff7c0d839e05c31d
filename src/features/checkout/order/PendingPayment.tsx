import { ButtonLink } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';

const pendingPaymentMessages = {
  title: 'A payment for this booking has not arrived yet',
  text: 'PayNow and some banks need a few minutes. A second payment could be charged as well, so we will not take one until your bank has answered. If your bank declines it, we will write to you, and you can pay by card.',
  action: 'Check the payment',
} as const;

/** Says why pressing Pay did nothing, and links to the state of the payment (decisions "A payment on its way"). */
export default function PendingPayment({ path }: { path: string }) {
  return (
    <Notice
      tone="warn"
      title={pendingPaymentMessages.title}
      actions={
        <ButtonLink kind="line" small href={path}>
          {pendingPaymentMessages.action}
        </ButtonLink>
      }
    >
      {pendingPaymentMessages.text}
    </Notice>
  );
}
