import type { ManagementToday } from '#contract/management.ts';
import { staffPaths } from '#config/staff-paths.ts';
import { whatsappLink } from '#domain/whatsapp.ts';
import { offerMessages } from './messages.ts';
import { lapsesSoon } from './model.ts';
import { TodoList } from './TodoList.tsx';

/** Lists open offers. Those that expire next come first. */
export const Offers = ({ offers, at }: Pick<ManagementToday, 'offers' | 'at'>) => (
  <TodoList
    id="waitlist"
    href={staffPaths.managementWaitlists}
    title={offerMessages.heading}
    none={offerMessages.none}
    rows={offers}
  >
    {(offer) => (
      <li key={offer.id}>
        <p className="line">
          <span className={lapsesSoon(offer.expires_at, { at }) ? 'tag bad' : 'tag'}>
            {offerMessages.lapses(offer.expires_at, at)}
          </span>
          <b>{offer.title}</b>
        </p>
        <p className="quiet">{offerMessages.places(offer)}</p>
        <p className="line">
          {offer.name}
          {offer.phone !== null && (
            <a href={whatsappLink(offer.phone, offerMessages.text(offer))} target="_blank" rel="noopener">
              {offerMessages.write(offer.name ?? offer.phone)}
            </a>
          )}
        </p>
      </li>
    )}
  </TodoList>
);
