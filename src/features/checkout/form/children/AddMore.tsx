import { useStore } from '@nanostores/react';
import { bookingPath, paths } from '#config/paths.ts';
import { startAdding } from '#browser/adding.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { addMessages as messages } from '../../add-messages.ts';
import { MAX_LINES } from '../../purchase/parts.ts';
import type { Checkout } from '../../store.ts';

/** Leads to more camps and classes, which are added to this order. What was typed is saved before. */
export default function AddMore({ checkout: { sale, form } }: { checkout: Checkout }) {
  const order = useStore(sale.$order);
  if ((order?.lines.length ?? 0) >= MAX_LINES) return <p className="hint">{messages.full}</p>;
  const leave = () => {
    form.flush();
    startAdding();
  };
  return (
    <div className="checkout-add stack justify-items-start gap-2">
      <b>{messages.title}</b>
      <div className="row">
        <ButtonLink kind="line" small href={paths.campsBook} onClick={leave}>
          {messages.camp}
        </ButtonLink>
        <ButtonLink kind="line" small href={bookingPath} onClick={leave}>
          {messages.class}
        </ButtonLink>
      </div>
      <p className="hint">{messages.text}</p>
    </div>
  );
}
