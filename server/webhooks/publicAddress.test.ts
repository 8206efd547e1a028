import { expect, test } from "@jest/globals";
import { addressIn, isPublicAddress, publicLookup } from "./publicAddress.ts";

test.each([
  [
    false,
    "0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 127.255.255.255 169.254.169.254 172.16.0.1 172.31.255.255 192.168.1.1 198.18.0.1 224.0.0.1 255.255.255.255",
  ],
  [
    false,
    ":: ::1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 64:ff9b::7f00:1 fc00::1 fd12::1 fe80::1 ff02::1 2001:db8::1 2002:7f00:1:: 2001::1",
  ],
  [true, "1.1.1.1 172.32.0.1 192.167.1.1 9.255.255.255 2606:4700::1111"],
])("public: %s of the addresses %s", (isPublic, addresses) => {
  for (const address of addresses.split(" ")) {
    expect([address, isPublicAddress(address)]).toEqual([address, isPublic]);
  }
});

test("an IPv4 address is found in each notation", () => {
  for (const host of ["127.0.0.1", "127.1", "2130706433", "0x7f.1", "0177.0.0.1"]) {
    expect(addressIn(new URL(`https://${host}/`))).toBe("127.0.0.1");
  }
  expect(addressIn(new URL("https://[::1]/"))).toBe("::1");
  expect(addressIn(new URL("https://example.com/"))).toBeUndefined();
});

/** Resolves a name as if the DNS had these addresses. */
const resolveWith = (addresses: string[], all: boolean) =>
  new Promise((resolve) => {
    const found = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    const lookup = publicLookup((_name, _options, callback) => callback(null, found));
    lookup("example.com", { all }, (failure, address) => resolve(failure ?? address));
  });

test("a name is refused if any of its addresses is not public", async () => {
  expect(await resolveWith(["1.1.1.1", "127.0.0.1"], true)).toMatchObject({ name: "NotPublic" });
  expect(await resolveWith(["1.1.1.1", "::1"], false)).toMatchObject({ name: "NotPublic" });
  expect(await resolveWith(["1.1.1.1"], false)).toBe("1.1.1.1");
  expect(await resolveWith(["1.1.1.1"], true)).toEqual([{ address: "1.1.1.1", family: 4 }]);
  expect(await resolveWith([], true)).toMatchObject({ message: "No address" });
});
