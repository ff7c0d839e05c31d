import first from '#assets/mascot/avatar-5.svg?url';
import second from '#assets/mascot/avatar-4.svg?url';
import third from '#assets/mascot/avatar-3.svg?url';

const avatars = [first, second, third];

export const avatarOf = (index: number): string => avatars[index % avatars.length] ?? first;
