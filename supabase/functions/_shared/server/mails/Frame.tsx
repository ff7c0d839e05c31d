import {
  Body,
  Column,
  Container,
  Head,
  Hr,
  Html,
  Preview,
  Row,
  Section,
  Text,
} from '@react-email/components';
import type { ReactNode } from 'react';
import { brand } from '../../contract/brand.ts';
import { style } from './theme.ts';

/** What every mail stands in. `preview` is the line that an inbox shows beside the subject. */
export function Frame({ preview, children }: { preview: string; children: ReactNode }) {
  return (
    <Html lang={brand.locale}>
      <Head>
        <meta name="color-scheme" content="light" />
      </Head>
      <Preview>{preview}</Preview>
      <Body style={style.body}>
        <Container style={style.page}>
          <Section style={style.band}>
            <Row>
              <Column style={style.mark}>{brand.name}</Column>
              <Column>
                <Hr style={style.trail} />
              </Column>
            </Row>
          </Section>
          {children}
          <Text style={style.footer}>Anything to ask? Just answer this mail, a person reads it.</Text>
        </Container>
      </Body>
    </Html>
  );
}
