import { Heading, Section, Text } from '@react-email/components';
import { style } from './theme.ts';

const lines = [
  'Come ten minutes early, to find a helmet that fits.',
  'Bring closed shoes, a bottle of water, sunscreen and a cap. Board, helmet and pads are ours.',
  'If it rains, we write to you before you leave home.',
];

/** What a parent looks up on the morning of the class. */
export function BeforeYouCome() {
  return (
    <Section style={style.card}>
      <Heading as="h2" style={style.subheading}>
        Before you come
      </Heading>
      {lines.map((line) => (
        <Text key={line} style={style.fact}>
          {line}
        </Text>
      ))}
    </Section>
  );
}
