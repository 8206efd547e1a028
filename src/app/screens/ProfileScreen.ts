import { startProfileListeners } from "#features/profile/profileListeners.ts";

export { default } from "#features/profile/ProfilePage.tsx";

export const storeParts = { listeners: [startProfileListeners] };
