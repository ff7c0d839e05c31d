import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { formatMoney } from '#domain/money.ts';
import { Button } from '#ui/Button.tsx';
import { FieldError } from '#ui/Field.tsx';
import { useErrorOf } from '#ui/kit/form/Form.tsx';
import type { SaleItem } from './draft.ts';
import { campName, deskMessages, faultMessage, describeRefusal, sessionName } from './messages.ts';
import { isUnavailable, isPass, findOffer, type Catalogue } from './model.ts';
import type { Desk } from './store.ts';

interface Props {
  desk: Desk;
  catalogue: Catalogue;
  item: SaleItem;
  /** The position among all items of the sale. */
  saleIndex: number;
  childIndex: number;
  /** The position among the items of this child. */
  itemIndex: number;
  canRemove: boolean;
}

/** Some items have a choice of session or transport. */
export function SaleItemFields({
  desk,
  catalogue,
  item,
  saleIndex,
  childIndex,
  itemIndex,
  canRemove,
}: Props) {
  const id = `lines[${saleIndex}]`;
  const errorOf = useErrorOf(desk.form, faultMessage);
  const refusal = useStore(desk.$failedSubmits)[id];
  const offer = findOffer(item, catalogue);
  const error = errorOf(id) ?? (refusal && describeRefusal(refusal));
  const change = (patch: Partial<SaleItem>) => desk.changeItem(childIndex, itemIndex, patch);
  const offers = (kinds: readonly string[]) =>
    catalogue.offers
      .filter(({ kind }) => kinds.includes(kind))
      .map(({ id, title, price_cents }) => (
        <option key={id} value={`offer:${id}`}>
          {title} · {formatMoney(price_cents)}
        </option>
      ));
  const rides = item.product.startsWith('camp:') ? (offer?.details.transport ?? []) : [];
  return (
    <div className="desk-item stack gap-3">
      <Choose
        id={id}
        error={error}
        label={deskMessages.item}
        value={item.product}
        onChoose={(product) => change({ product, session: '', transport: '' })}
      >
        <option value="">{deskMessages.choose}</option>
        <optgroup label={deskMessages.passes}>{offers(['pass', 'team_pass'])}</optgroup>
        <optgroup label={deskMessages.camps}>
          {catalogue.camps.map((camp) => (
            <option
              key={camp.id}
              value={`camp:${camp.id}`}
              disabled={isUnavailable(camp) && item.product !== `camp:${camp.id}`}
            >
              {campName(camp)}
            </option>
          ))}
        </optgroup>
        <optgroup label={deskMessages.packages}>{offers(['holiday_package', 'birthday_package'])}</optgroup>
      </Choose>
      {isPass(offer) && (
        <Choose
          id={`${id}.session_id`}
          label={deskMessages.session}
          value={item.session}
          onChoose={(session) => change({ session })}
        >
          <option value="">{deskMessages.noSession}</option>
          {catalogue.sessions.map((session) => (
            <option
              key={session.session_id}
              value={session.session_id}
              disabled={session.available_spots <= 0 && item.session !== session.session_id}
            >
              {sessionName(session)}
            </option>
          ))}
        </Choose>
      )}
      {offer?.details.renews === true && <p className="quiet">{deskMessages.noRenewal}</p>}
      {rides.length > 0 && (
        <Choose
          id={`${id}.transport`}
          label={deskMessages.transport}
          value={item.transport}
          onChoose={(transport) => change({ transport })}
        >
          <option value="">{deskMessages.noTransport}</option>
          {rides.map(({ id, title, price_cents }) => (
            <option key={id} value={id}>
              {title} · {formatMoney(price_cents)}
            </option>
          ))}
        </Choose>
      )}
      {canRemove && (
        <div>
          <Button kind="line" small onClick={() => desk.removeItem(childIndex, itemIndex)}>
            {deskMessages.removeItem(offer?.title ?? deskMessages.item.toLowerCase())}
          </Button>
        </div>
      )}
    </div>
  );
}

function Choose({
  id,
  label,
  value,
  error,
  onChoose,
  children,
}: {
  id: string;
  label: string;
  value: string;
  error?: string | undefined;
  onChoose: (value: string) => void;
  children: ReactNode;
}) {
  return (
    <div className={error ? 'field bad' : 'field'}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="input"
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={({ target }) => onChoose(target.value)}
      >
        {children}
      </select>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}
