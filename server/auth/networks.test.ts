import { expect, test } from "@jest/globals";
import { networkOf, networksOf } from "./networks.ts";

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:1:2::9", "2001:db8:1:2::/64"],
  ["2001:db8::9", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["64:ff9b::203.0.113.7", "64:ff9b:0:0::/64"],
  ["203.0.113.7:49152", "203.0.113.7"],
  ["[2001:db8::1]:49152", "2001:db8:0:0::/64"],
  ["[::ffff:203.0.113.7]", "203.0.113.7"],
])("the narrowest network of the IP address %s is %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ["203.0.113.7", ["203.0.113.0/24", "203.0.113.7"]],
  ["2001:db8:1:2a3b::9", ["2001:db8:1:0::/48", "2001:db8:1:2a00::/56", "2001:db8:1:2a3b::/64"]],
  ["nonsense", ["unknown", "nonsense"]],
])("the networks of the IP address %s are %j", (address, networks) => {
  expect(networksOf(address)).toEqual(networks);
});
