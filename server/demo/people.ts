import type { Role } from "#contract/user.ts";

/** The people of the demo: a small company that makes Harbor, a booking portal for marinas. */
export const PEOPLE = {
  maya: { name: "Maya Lindqvist", email: "admin@taskdeck.example", role: "admin" },
  tom: { name: "Tom Okafor", email: "member@taskdeck.example", role: "member" },
  priya: { name: "Priya Raman", email: "priya.raman@taskdeck.example", role: "member" },
  jonas: { name: "Jonas Weber", email: "jonas.weber@taskdeck.example", role: "member" },
  elena: { name: "Elena Petrova", email: "elena.petrova@taskdeck.example", role: "admin" },
  luis: { name: "Luis Ortega", email: "luis.ortega@taskdeck.example", role: "member" },
  sofia: { name: "Sofia Rossi", email: "sofia.rossi@taskdeck.example", role: "member" },
  kenji: { name: "Kenji Mori", email: "kenji.mori@taskdeck.example", role: "member" },
  amara: { name: "Amara Diallo", email: "amara.diallo@taskdeck.example", role: "member" },
  nils: { name: "Nils Berg", email: "nils.berg@taskdeck.example", role: "member", left: true },
} as const satisfies Record<string, { name: string; email: string; role: Role; left?: true }>;

export type Person = keyof typeof PEOPLE;

/** The two teams with their members. */
export const TEAMS = {
  product: {
    name: "Product & Engineering",
    description: "Builds the Harbor portal, its apps and the payment service.",
    members: ["tom", "priya", "jonas", "kenji", "elena"],
    daysAgo: 58,
  },
  success: {
    name: "Customer Success",
    description: "Onboards marinas, answers their questions and brings back what they need.",
    members: ["maya", "sofia", "amara", "luis"],
    daysAgo: 51,
  },
} as const satisfies Record<
  string,
  { name: string; description: string; members: readonly Person[]; daysAgo: number }
>;

export type DemoTeam = keyof typeof TEAMS;
