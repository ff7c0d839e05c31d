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

interface Props {
  /** The line that an inbox shows beside the subject. */
  preview: string;
  footer?: string;
  children: ReactNode;
}

/** What every mail stands in. */
export function Frame({
  preview,
  footer = 'Anything to ask? Just answer this mail, a person reads it.',
  children,
}: Props) {
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
          <Text style={style.footer}>{footer}</Text>
        </Container>
      </Body>
    </Html>
  );
}
