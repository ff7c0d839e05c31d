import { Text } from '@react-email/components';
import { type BookedClasses, leftMessage } from './pass-shapes.ts';
import { style } from './theme.ts';

export function LeftPasses({ passes }: Pick<BookedClasses, 'passes'>) {
  return passes.map((pass, index) => (
    <Text key={index} style={style.choice}>
      {leftMessage(pass)}
    </Text>
  ));
}
