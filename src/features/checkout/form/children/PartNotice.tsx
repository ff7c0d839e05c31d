import { useStore } from '@nanostores/react';
import { ButtonLink } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { basketMessages } from '../../basket-messages.ts';
import { errorText } from '../../messages.ts';
import { waitlistLabel } from '../../opening-messages.ts';
import { partName } from '../../purchase/part-name.ts';
import type { RefusedPart } from '../../purchase/sale.ts';
import { waitlistPath } from '../../purchase/subject.ts';
import { nameOf } from '../model.ts';
import type { Checkout } from '../../store.ts';

interface Props {
  checkout: Checkout;
  refused: RefusedPart & { child?: number };
}

/** Says which part of the basket refused a change. The order is still held as it was. */
export function PartNotice({ checkout: { sale, form }, refused: { part, code, other, child } }: Props) {
  const { children } = useStore(form.$values);
  const order = useStore(sale.$order);
  const name = partName(part, order);
  if (code === 'times_overlap')
    return (
      <Notice tone="warn" title={basketMessages.overlap(other ? partName(other, order) : '', name)}>
        {basketMessages.overlapText}
      </Notice>
    );
  if (code === 'order_closed')
    return (
      <Notice tone="calm" title={basketMessages.paidBefore}>
        {basketMessages.paidBeforeText(name)}
      </Notice>
    );
  if (code !== 'camp_full' && code !== 'session_full')
    return (
      <Notice tone="bad" title={`${name}: ${errorText(code).title}`}>
        {errorText(code).text}
      </Notice>
    );
  return (
    <Notice
      tone="warn"
      title={basketMessages.noRoom(name, child === undefined ? '' : nameOf(children[child], child))}
      actions={
        <ButtonLink kind="line" small href={waitlistPath(part, 1)}>
          {waitlistLabel}
        </ButtonLink>
      }
    >
      {basketMessages.noRoomText}
    </Notice>
  );
}
