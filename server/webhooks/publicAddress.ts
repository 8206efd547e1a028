import { type LookupAddress, type LookupAllOptions, lookup as lookupAddress } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

type Range = readonly [address: string, bits: number];

/** The special-purpose ranges of IPv4 (RFC 6890), and multicast. */
const NOT_PUBLIC_V4: readonly Range[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
];

/** All public IPv6 addresses are in 2000::/3; these ranges of it are not public, or embed IPv4. */
const NOT_PUBLIC_V6: readonly Range[] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];

function blockList(ranges: readonly Range[], family: "ipv4" | "ipv6"): BlockList {
  const list = new BlockList();
  for (const [address, bits] of ranges) list.addSubnet(address, bits, family);
  return list;
}

const notPublicV4 = blockList(NOT_PUBLIC_V4, "ipv4");
const notPublicV6 = blockList(NOT_PUBLIC_V6, "ipv6");
const globalV6 = blockList([["2000::", 3]], "ipv6");

/** Whether an IP address is public: not loopback, link-local, private or reserved. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !notPublicV4.check(address, "ipv4");
  return globalV6.check(address, "ipv6") && !notPublicV6.check(address, "ipv6");
}

/** The IP address that is the host of a URL; undefined if the host is a name. */
export function addressIn({ hostname }: URL): string | undefined {
  const address = hostname.replace(/^\[|\]$/g, "");
  return isIP(address) === 0 ? undefined : address;
}

/** A webhook's address that is not public, or a name that has one. */
export class NotPublic extends Error {
  override name = "NotPublic";
  constructor() {
    super("The address is not public");
  }
}

/** Resolves a name to all of its addresses. */
type Resolve = (
  name: string,
  options: LookupAllOptions,
  callback: (failure: Error | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Resolves a name for a connection, and refuses a name that has any address that is not public. The
 * connection uses the addresses that were checked, so a second, different response of the DNS changes
 * nothing.
 */
export const publicLookup =
  (resolve: Resolve = lookupAddress): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (failure, addresses) => {
      const [first] = failure ? [] : addresses;
      if (!first) return callback(failure ?? new Error("No address"), "");
      if (!addresses.every(({ address }) => isPublicAddress(address))) {
        return callback(new NotPublic(), "");
      }
      if (options.all) return callback(null, addresses);
      return callback(null, first.address, first.family);
    });
  };
