import { paths, storageKeys } from '../../config/paths.ts';
import { announceCart } from '../../browser/cart-event.ts';
import { writeText } from '../../browser/text-storage.ts';
import { campDate } from './camps.ts';
import { draftOf } from './draft.ts';
import { campNow } from './live.ts';
import { datesText } from './dates.ts';
import { messages } from './messages.ts';
import { formatMoney } from '../../domain/money.ts';
import { isOffline } from '../../browser/online.ts';
import { spotsLeft, type CampDate, type Tier } from './model.ts';

/** Why the page was not left, in words; `camp` as it is now, null: it is not on sale any more, undefined: not known. */
export interface Stayed {
  text: string;
  camp?: CampDate | null;
}

/**
 * Goes to the checkout with a camp: asks for its price and places once more, saves the draft under both of its keys, and
 * leaves (spec 2 §2). Answers null then, or what kept it from leaving; nothing that was chosen is lost.
 */
export async function leaveFor(shown: CampDate, tier: Tier): Promise<Stayed | null> {
  const answer = await campNow(shown.id);
  if (!answer.ok) return { text: isOffline() ? messages.offline : messages.notLeft };
  const row = answer.value;
  if (!row) return { text: messages.gone(tier.name), camp: null };
  const camp = campDate(row);
  if (spotsLeft(camp) === 0) return { text: messages.filled(tier.name, datesText(camp), camp.place), camp };
  if (camp.priceCents === null) return { text: messages.gone(tier.name), camp };
  // The button said another price: the parent sees the new one before going on.
  if (camp.priceCents !== shown.priceCents)
    return { text: messages.priceChanged(formatMoney(camp.priceCents)), camp };
  const draft = JSON.stringify({ ...draftOf(row, camp.priceCents, tier), timestamp: Date.now() });
  const isKept = [storageKeys.campChoice, storageKeys.bookingData].every((key) => writeText(key, draft));
  announceCart();
  // Where the browser keeps nothing, the address names the camp.
  location.assign(`${paths.checkout}?type=camp${isKept ? '' : `&camp=${camp.id}`}`);
  return null;
}
