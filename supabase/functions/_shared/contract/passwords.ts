/** The shortest password, in characters. It is the same as `minimum_password_length` of supabase/config.toml. */
export const PASSWORD_LENGTH_MIN = 10;

/** The most common passwords that are long enough, without those that `isCommonPassword` finds by rule. */
const COMMON = new Set(
  `1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx3edc 1qaz2wsx3edc4rfv zaq12wsxcde3 q1w2e3r4t5 q1w2e3r4t5y6 qwerty12345 qwerty123456
  qwertyuiop qwertyuiop1 qwertyuiop123 asdfghjkl1 asdfghjkl123 zxcvbnm123 password12 password123 password1234
  password12345 password123456 passw0rd12 passw0rd123 p@ssw0rd12 p@ssw0rd123 p@ssword123 password01 password1!
  password123! mypassword mypassword1 iloveyou12 iloveyou123 iloveyou1234 ilovemyself iloveyou!! letmein123 letmein1234
  welcome123 welcome1234 welcome12345 welcome2024 welcome2025 welcome2026 administrator admin12345 admin123456 adminadmin
  abc1234567 abcd123456 abcde12345 abcdefghij a123456789 a1234567890 aa123456789 aa12345678 q123456789 123456789a
  123456789q 1234567890a 123456789abc 1234567890q 12345qwert 12345qwerty 123456qwerty 123qweasdzxc qweasdzxc123 qazwsxedc1
  qazwsxedcrfv qweasdzxc1 football12 football123 baseball123 basketball basketball1 superman123 batman12345 princess12
  princess123 sunshine12 sunshine123 michael123 jennifer123 charlie123 liverpool1 liverpool123 manchester chelsea123
  arsenal123 pokemon123 starwars123 dragon12345 monkey12345 computer123 internet123 whatever123 trustno1trustno1
  changeme123 changeme1234 singapore1 singapore12 singapore123 singapore65 merlion123 1029384756 0987654321 9876543210
  0123456789 1357924680 2468013579 1122334455 5544332211 112233445566 123321123321 1231231234 1234512345 1234567891
  12345678910 1234567899 1234554321 7894561230 147258369 1472583690 159357159357 987654321a helloworld helloworld1
  hello12345 loveyou123 secret1234 testtest12 test123456 test12345678 user123456 guest12345 default123 qwerqwer12
  barcelona1 realmadrid juventus123 christian1 alexander1 elizabeth1 samsung123 blink182blink fuckyou123 fuckyou1234
  godisgood1 jesuschrist jesus12345 blessed123 familyfirst bismillah1 mustafa123 sayang1234 aku12345678 family1234`.split(
    /\s+/,
  ),
);

/** Returns whether a password is common, repeats a few characters, or is a row of keys, letters or digits. */
export function isCommonPassword(password: string): boolean {
  const lowerCase = password.toLowerCase();
  return COMMON.has(lowerCase) || /^(.{1,4})\1+.{0,3}$/su.test(lowerCase) || isRow(lowerCase);
}

const ROWS = [
  '01234567890123456789',
  '98765432109876543210',
  'abcdefghijklmnopqrstuvwxyz',
  'zyxwvutsrqponmlkjihgfedcba',
  'qwertyuiopasdfghjklzxcvbnm',
];

function isRow(text: string): boolean {
  return ROWS.some((row) => row.includes(text));
}
