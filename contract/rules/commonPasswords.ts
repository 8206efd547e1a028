/** Passwords that attackers try first, in lower case and of at least the minimum length. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `
  password password1 password2 password3 password12 password123 password1234 password12345
  password123456 password! password1! password123! password01 password99 passw0rd passw0rd1
  passw0rd! p@ssw0rd p@ssw0rd1 p@ssw0rd! p@ssw0rd123 p@ssword p@ssword1 p@ssword123 pa$$word pa$$w0rd
  pa55word passwort passwort1 passwort123 motdepasse contraseña contrasena wachtwoord
  mypassword yourpassword newpassword passwordpassword passpass drowssap
  12345678 123456789 1234567890 12345678910 123456789a 123456789q 1234567891 0123456789 012345678
  01234567 87654321 987654321 9876543210 0987654321 123123123 123321123 123454321 12341234 12344321
  11223344 1122334455 112233445566 123456123456 147258369 741852963 159357456 789456123 456789123
  147852369 159753456 135792468 13579246 24681357 31415926 11111111 111111111 1111111111 00000000
  000000000 0000000000 22222222 33333333 44444444 55555555 66666666 77777777 88888888 888888888
  99999999 999999999 10101010 12121212 20202020 21212121 69696969 12301230
  123qweasd 123qweasdzxc 1234qwer 12345qwert 123456qwerty 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx
  1qaz2wsx3edc 1qazxsw2 1qaz@wsx !qaz2wsx zaq12wsx zaq1zaq1 zaq1xsw2 qazwsxedc qazxswedc q1w2e3r4
  q1w2e3r4t5 q1w2e3r4t5y6 qwer1234 qwert123 qwert12345 qwerty12 qwerty123 qwerty1234 qwerty12345
  qwerty123456 qwertyui qwertyuiop qwertyuiop123 qwerty!@# qweasdzxc qweasd123 qweqweqwe qwe123qwe
  qwertz123 qwertzui qwertzuiop azertyui azertyuiop azerty123 asdfghjk asdfghjkl asdfasdf asdf1234
  asdqwe123 zxcvbnm1 zxcvbnm123 zxcvbnm, poiuytrewq lkjhgfdsa mnbvcxz1
  a1234567 a12345678 a123456789 aa123456 aa12345678 abc12345 abc123456 abc123abc abcd1234 abcd12345
  abcdefgh abcdefghi abcdefg1 abcdef123 1234abcd 12345abc 123456abc q1234567 qq123456 qq123456789
  w1234567 z1234567 zz123456 asd123456 asd12345 aaaaaaaa aaaaaaaaa xxxxxxxx zzzzzzzz
  iloveyou iloveyou1 iloveyou2 iloveyou123 iloveyou! iloveu123 loveyou123 ilovegod lovelove mylove123
  princess princess1 princess123 sunshine sunshine1 sunshine123 football football1 football123
  baseball baseball1 basketball superman superman1 superman123 batman123 spiderman spiderman1
  pokemon1 pokemon123 starwars starwars1 michael1 jennifer jordan23 charlie1 charlie123 michelle
  jessica1 samantha danielle elizabeth alexander alexandra benjamin jonathan victoria dragon123
  monkey123 shadow123 master123 hunter123 killer123 whatever whatever1 computer computer1 internet
  internet1 samsung1 samsung123 liverpool liverpool1 chelsea1 arsenal1 barcelona manchester
  trustno1 trustnoone letmein1 letmein123 letmein! letmeinnow welcome1 welcome12 welcome123 welcome!
  welcome1! welcome@123 changeme changeme1 changeme123 changeit changethis default1 default123
  admin123 admin1234 admin12345 admin123456 admin@123 admin123! adminadmin administrator admin2024
  admin2025 root1234 rootroot toor1234 secret123 secret12 test1234 test12345 test123456 testtest
  testing1 testing123 guest123 guest1234 user1234 user12345 login123 master12 access14 hello123
  hello1234 helloworld hellohello qwerty00 google123 facebook facebook1 linkedin myspace1 minecraft
  fuckyou1 fuckyou123 fuckyou2 asshole1 blahblah bubbles1 butterfly chocolate chocolate1 corvette
  mercedes ferrari1 yamaha123 jesus123 godisgood blessed1 angel123 flower123 freedom1 summer123
  summer2024 summer2025 winter123 winter2024 winter2025 spring2025 autumn2025 corazon1 teamomucho
  estrella mariposa bonjour1 doudou123 marseille hallo123 schatz123 sommer123 winter12
  correcthorsebatterystaple taskdeck taskdeck1 taskdeck123
  `
    .trim()
    .split(/\s+/),
);
