import { Column, Container, Hr, Html, Preview, Row, Section, Text } from '@react-email/components';
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
      <head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta content="text/html; charset=UTF-8" httpEquiv="Content-Type" />
        <meta name="x-apple-disable-message-reformatting" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{darkStyles}</style>
      </head>
      <body className="page" style={style.page}>
        <Preview>{preview}</Preview>
        <table border={0} width="100%" cellPadding="0" cellSpacing="0" role="presentation" align="center">
          <tbody>
            <tr>
              <td style={style.body}>
                <Container style={style.column}>
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
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </Html>
  );
}
