import type { OrderView } from '#contract/orders.ts';
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import head from '#assets/mascot/head.svg?url';
import navigate from '#assets/mascot/navigate.svg?url';
import wave from '#assets/mascot/wave.svg?url';
import { paths } from '#config/paths.ts';
import { formatMoment } from '#domain/dates.ts';
import { whatsappLink } from '#domain/whatsapp.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Icon } from '#ui/Icon.tsx';
import { chat } from '#ui/icons.ts';
import { Notice } from '#ui/Notice.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { Verbatim } from '#ui/Verbatim.tsx';
import { BookedOrder } from './BookedOrder.tsx';
import { messages } from './messages.ts';
import { hasPass, isAllUsed, isMove, hasRenewal, type Contact } from './model.ts';
import { NoOrder } from './NoOrder.tsx';
import { pageConfirmation } from './store.ts';
import { UsedTryOuts } from './UsedTryOuts.tsx';
import type { Words } from './content.ts';
import { inBoundary } from '#ui/failed/Boundary.tsx';
import '#ui/empty.css';

function Confirmation({ contact, words }: { contact: Contact; words: Words }) {
  const confirmation = pageConfirmation();
  const view = useStore(confirmation.$view);
  const next = useStore(confirmation.$next);
  useEffect(() => void confirmation.open(), [confirmation]);

  if (view.state === 'booked') return <BookedOrder {...view} next={next} contact={contact} words={words} />;
  return (
    <div className="wrap confirmation-state">
      {view.state === 'waiting' && (
        <div className="empty">
          <img src={wave} width="170" height="140" alt="" />
          <h1 className="sr-only">Your booking</h1>
          <Spinner>{messages.waiting}</Spinner>
          <p>{messages.waitingText}</p>
        </div>
      )}
      {(view.state === 'needs_choice' ||
        view.state === 'only_refund' ||
        view.state === 'not_moved' ||
        view.state === 'paid_back' ||
        view.state === 'under_review') && (
        <AskUs
          words={asking[view.state].words}
          order={view.order}
          chat={whatsappLink(contact.whatsapp, asking[view.state].chat(view.order.number))}
        />
      )}
      {view.state === 'pending' && (
        <EmptyState
          level={1}
          picture={wave}
          title={messages.pending.title}
          actions={
            <>
              <Button kind="solid" onClick={() => void confirmation.retry()}>
                {messages.pending.again}
              </Button>
              <ButtonLink kind="line" href={isMove(view.order) ? paths.manageBooking : paths.checkout}>
                {messages.pending.back}
              </ButtonLink>
            </>
          }
        >
          Order <Verbatim>{view.order.number}</Verbatim>. {messages.pending.text(hasRenewal(view.order))}{' '}
          {view.order.hold_expires_at && messages.pending.until(formatMoment(view.order.hold_expires_at))}
        </EmptyState>
      )}
      {view.state === 'unpaid' && view.activation && hasPass(view.order) && (
        <div className="mb-8">
          <Notice tone="bad" title={messages.notActivated}>
            {messages.notActivatedText}
          </Notice>
        </div>
      )}
      {view.state === 'unpaid' && (
        <EmptyState
          level={1}
          picture={navigate}
          title={messages.unpaid.title}
          actions={
            <>
              <Button kind="solid" onClick={() => void confirmation.retry()}>
                {messages.unpaid.again}
              </Button>
              {isMove(view.order) ? (
                <ButtonLink kind="line" href={paths.manageBooking}>
                  {messages.unpaid.backToBooking}
                </ButtonLink>
              ) : (
                <ButtonLink kind="line" href={paths.checkout}>
                  {messages.unpaid.back}
                </ButtonLink>
              )}
            </>
          }
        >
          Order <Verbatim>{view.order.number}</Verbatim>. {messages.unpaid.text}
        </EmptyState>
      )}
      {view.state === 'not_found' && <NoOrder whatsapp={contact.whatsapp} />}
      {view.state === 'failed' && (
        <EmptyState
          bad
          level={1}
          picture={head}
          title={messages.failed.title}
          actions={
            <Button kind="solid" onClick={() => void confirmation.retry()}>
              {messages.failed.action}
            </Button>
          }
        >
          {messages.failed.text}
        </EmptyState>
      )}
    </div>
  );
}

const asking = {
  needs_choice: { words: messages.needsChoice, chat: messages.choiceText },
  only_refund: { words: messages.onlyRefund, chat: messages.refundText },
  not_moved: { words: messages.notMoved, chat: messages.notMovedText },
  paid_back: { words: messages.paidBack, chat: messages.paidBackText },
  under_review: { words: messages.underReview, chat: messages.reviewText },
};

/** Asks the parent to write to us in a chat. The order is paid, but something must be arranged with us. */
function AskUs({
  words,
  order,
  chat: address,
}: {
  words: { title: string; text: string; action: string };
  order: OrderView;
  chat: string;
}) {
  return (
    <>
      <EmptyState
        level={1}
        picture={navigate}
        title={words.title}
        actions={
          <ButtonLink href={address} target="_blank" rel="noopener">
            <Icon path={chat} />
            {words.action}
          </ButtonLink>
        }
      >
        Order <Verbatim>{order.number}</Verbatim>. {isAllUsed(order) ? '' : words.text}
      </EmptyState>
      <div className="mt-6 grid gap-3">
        <UsedTryOuts order={order} />
      </div>
    </>
  );
}

export default inBoundary(Confirmation);
