import { Text } from '@react-email/components';
import { type ClassBookedPayload, remainingMessage } from './pass-payloads.ts';
import { style } from './theme.ts';

export function LeftPasses({ passes }: Pick<ClassBookedPayload, 'passes'>) {
  return passes.map((pass, index) => (
    <Text key={index} style={style.choice}>
      {remainingMessage(pass)}
    </Text>
  ));
}
