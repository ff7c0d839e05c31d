import { Heading, Section, Text } from '@react-email/components';
import * as v from 'valibot';
import { joinNames, placeMessage, placeName } from '../../contract/place-names.ts';
import { QuoteCamp } from '../../contract/places.ts';
import { RefundPart } from '../../contract/receipts.ts';
import { nothingToRefund } from './cancelled-messages.ts';
import { formatDate } from './format.ts';
import { Frame } from './Frame.tsx';
import { greeting, plainName } from './greeting.ts';
import { ManageButton } from './ManageButton.tsx';
import { linkOf, Names } from './order.ts';
import { refundMessage } from './refund-messages.ts';
import { say } from './say.ts';
import { style } from './theme.ts';

/** The payload of the outbox. It contains nothing else about the family and its children. */
export const CampDayPayload = v.object({
  parent_name: v.nullable(v.string()),
  /** `held` means that a cancelled day takes place after all. */
  kind: v.picklist(['cancelled', 'held']),
  camp: QuoteCamp,
  days: v.pipe(v.array(v.string()), v.minLength(1)),
  children: Names,
  /** Those of the children for whom nobody paid here. */
  unpaid_children: Names,
  reason: v.nullable(v.string()),
  /** What the family gets instead of money. */
  instead: v.nullable(v.string()),
  refund_parts: v.array(RefundPart),
  refund_waits: v.boolean(),
  /** True if one of these days was refunded earlier. */
  is_refunded: v.boolean(),
  manage_token: v.optional(v.string()),
});
export type CampDayPayload = v.InferOutput<typeof CampDayPayload>;

const daysOf = ({ days }: CampDayPayload) => joinNames(days.map((day) => formatDate(day, { year: false })));
const campOf = ({ camp }: CampDayPayload) => placeName({ camp });

/** Returns the names of the children, or null if one of them is not shown in mails. */
function childrenOf({ children }: CampDayPayload): string | null {
  const names = children.map(plainName).filter((name) => name !== null);
  return names.length === 0 || names.length < children.length ? null : joinNames(names);
}

export function campDaySubject(payload: CampDayPayload): string {
  const who = childrenOf(payload);
  const about = `${campOf(payload)}${who === null ? '' : ` (${who})`}`;
  return payload.kind === 'cancelled'
    ? say`No camp on ${daysOf(payload)}: ${about}`
    : say`There is camp after all on ${daysOf(payload)}: ${about}`;
}

function headingOf(payload: CampDayPayload): string {
  return payload.kind === 'cancelled'
    ? say`There is no camp on ${daysOf(payload)}.`
    : say`There is camp after all on ${daysOf(payload)}.`;
}

function leadOf(payload: CampDayPayload): string {
  const who = childrenOf(payload);
  const whose = who === null ? say`your booking` : say`the booking of ${who}`;
  return payload.kind === 'cancelled'
    ? say`we are sorry: ${campOf(payload)} does not take place on ${daysOf(payload)}. This concerns ${whose}: ${placeMessage(payload)}. Nothing changes on the other days.`
    : say`${campOf(payload)} takes place on ${daysOf(payload)} at the usual time. This concerns ${whose}: ${placeMessage(payload)}.`;
}

function moneyOf(payload: CampDayPayload): string | null {
  const { kind, children, unpaid_children: unpaid, instead, is_refunded: isRefunded } = payload;
  if (kind === 'held') return isRefunded ? say`You keep what you got back for this day.` : null;
  if (payload.refund_parts.length > 0) return refundMessage(payload.refund_parts, payload.refund_waits);
  if (instead !== null) return instead;
  if (isRefunded) return say`You already have the money for this day.`;
  if (unpaid.length > 0 && unpaid.length >= children.length) return nothingToRefund();
  return say`We will write to you about the money for ${daysOf(payload)}.`;
}

export function CampDayChanged({ payload, siteUrl }: { payload: CampDayPayload; siteUrl: string }) {
  const money = moneyOf(payload);
  const link = linkOf(payload, siteUrl);
  return (
    <Frame preview={headingOf(payload)}>
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          {headingOf(payload)}
        </Heading>
        <Text className="lead" style={style.lead}>
          {greeting(payload.parent_name)} {leadOf(payload)}
        </Text>
        {payload.reason && (
          <Text style={{ ...style.fact, marginTop: 16 }}>{say`Why: ${payload.reason}`}</Text>
        )}
        {money !== null && (
          <Text className="lead" style={{ ...style.lead, marginTop: 20 }}>
            {money}
          </Text>
        )}
        {payload.kind === 'cancelled' && (
          <Text style={style.small}>{say`Your calendar may still show the camp on this day.`}</Text>
        )}
        {link !== null && <ManageButton url={link}>{say`See your booking`}</ManageButton>}
      </Section>
    </Frame>
  );
}
