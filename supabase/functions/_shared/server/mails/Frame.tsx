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
import { darkStyles } from './dark.ts';
import { mailLanguage, say } from './say.ts';
import { style } from './theme.ts';

const person = () => say`Questions? Just reply to this e-mail: a person reads it.`;

interface Props {
  preview: string;
  footer?: string;
  children: ReactNode;
}

export function Frame({ preview, footer = person(), children }: Props) {
  return (
    <Html lang={mailLanguage() === 'zh' ? 'zh-Hans' : brand.locale}>
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{darkStyles}</style>
      </Head>
      <Preview>{preview}</Preview>
      <Body className="page" style={style.body}>
        <Container style={style.page}>
          <Section className="band" style={style.band}>
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
