import { isIPv4, isIPv6 } from "node:net";

/** Some proxies add the caller's port, which differs each time. */
const PORT = [/^([\d.]+):\d+$/, /^\[([^\]]+)\](?::\d+)?$/];

/** The address without a port and zone, and as IPv4 if it is an IPv4-mapped IPv6 address. */
export function plainAddress(address: string): string {
  const alone = PORT.reduce((rest, port) => rest.replace(port, "$1"), address);
  const [plain = ""] = alone.replace(/^::ffff:(?=[\d.]+$)/i, "").split("%", 1);
  return plain;
}

/** The eight groups of a plain IPv6 address. */
function groupsOf(address: string): number[] {
  const [head = "", tail] = address.toLowerCase().split("::");
  const groups = head === "" ? [] : head.split(":");
  if (tail !== undefined) {
    const rest = tail === "" ? [] : tail.split(":");
    // A final IPv4 address stands for two groups.
    const length = rest.length + (tail.includes(".") ? 1 : 0);
    groups.push(...Array.from({ length: 8 - groups.length - length }, () => "0"), ...rest);
  }
  return groups.map((group) => Number.parseInt(group, 16));
}

/**
 * The networks of an address, the widest first. IPv4: its /24 and the address. IPv6: its /48, /56
 * and /64, the largest, the usual and the smallest network of one customer.
 */
export function networksOf(address: string): string[] {
  const plain = plainAddress(address);
  if (isIPv4(plain)) return [`${plain.replace(/\.\d+$/, ".0")}/24`, plain];
  if (!isIPv6(plain)) return ["unknown", plain];
  const [a = 0, b = 0, c = 0, d = 0] = groupsOf(plain);
  const network = (last: number, bits: number) =>
    `${[a, b, c, last].map((group) => group.toString(16)).join(":")}::/${bits}`;
  return [network(0, 48), network(d & 0xff00, 56), network(d, 64)];
}

/** The narrowest network: an IPv4 address, or a /64 of IPv6. */
export const networkOf = (address: string): string => networksOf(address).at(-1) ?? address;
