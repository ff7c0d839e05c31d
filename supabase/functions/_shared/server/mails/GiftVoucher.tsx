import { Button, Heading, Section, Text } from '@react-email/components';
import { brand } from '../../contract/brand.ts';
import { formatDate, formatMoney } from './format.ts';
import type { Voucher } from './family-mails.ts';
import { Frame } from './Frame.tsx';
import { greeting } from './greeting.ts';
import { style } from './theme.ts';
import { say } from './say.ts';

/** Sends a gift voucher to its buyer, who gives the code to the recipient. */
export function GiftVoucher({ voucher, siteUrl }: { voucher: Voucher; siteUrl: string }) {
  const { voucher_code, cents, buyer_name, recipient_name, message, valid_until } = voucher;
  return (
    <Frame preview={say`A gift voucher of ${formatMoney(cents)} for ${brand.name}.`}>
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          {say`A gift voucher of ${formatMoney(cents)}`}
        </Heading>
        <Text className="lead" style={style.lead}>
          {say`${greeting(buyer_name)} this is your gift voucher${recipient_name ? ` for ${recipient_name}` : ''}. Keep the code safe: it works once, for the first family that enters it.`}
        </Text>
        <Text style={{ ...style.heading, letterSpacing: '2px' }}>{voucher_code}</Text>
        {message && <Text style={style.fact}>“{message}”</Text>}
        <Text style={style.fact}>
          {say`To use it, sign in on our site, open “Passes and receipts” in Family Base and enter the code under “Balance”. You can then use your balance for classes, camps and passes, all at once or bit by bit: on our site while you are signed in, or at our desk. You can’t use it for deposits or for passes that renew.`}
          {valid_until && say` Enter it by ${formatDate(valid_until)}.`}
        </Text>
        <Button href={`${siteUrl}/family-base/passes`} className="button" style={style.button}>
          {say`Enter the code`}
        </Button>
      </Section>
    </Frame>
  );
}
