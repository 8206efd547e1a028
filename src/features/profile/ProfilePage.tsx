import { useSelector } from "react-redux";
import { type CallError, isUnanswered, serverTextOf, statusOf } from "#api/errors.ts";
import type { User } from "#contract/shapes/user.ts";
import { OwnDataCards } from "#features/exports/OwnDataCards.tsx";
import { OwnIdentities } from "#features/identities/OwnIdentities.tsx";
import { ApiTokens } from "#features/profile/tokens/ApiTokens.tsx";
import { formatInstant } from "#lib/dates/day.ts";
import { usePageTitle } from "#lib/hooks.ts";
import { useLogoutMutation } from "#session/sessionApi.ts";
import { selectHasExtensions } from "#sync/extensions/extensions.ts";
import { Avatar } from "#ui/badges/Avatar.tsx";
import { Badge } from "#ui/badges/Badge.tsx";
import { RoleBadge } from "#ui/badges/RoleBadge.tsx";
import { Button } from "#ui/button/Button.tsx";
import { Spinner } from "#ui/button/Spinner.tsx";
import { Card } from "#ui/page/Card.tsx";
import { ErrorState } from "#ui/page/ErrorState.tsx";
import { PageHeader } from "#ui/page/PageHeader.tsx";
import { PasswordForm } from "./PasswordForm.tsx";
import { ProfileForm } from "./ProfileForm.tsx";
import classes from "./ProfilePage.module.css";
import { useGetProfileQuery } from "./profileApi.ts";
import { startProfileListeners } from "./profileListeners.ts";
import { SessionsCard } from "./SessionsCard.tsx";
import { SharedComputerCard } from "./SharedComputerCard.tsx";

export const storeParts = { listeners: [startProfileListeners] };

/** The signed-in user's own record, and the forms that change it (§2). */
export default function ProfilePage() {
  usePageTitle("Profile");
  const query = useGetProfileQuery(undefined, { refetchOnMountOrArgChange: true });
  const [logout] = useLogoutMutation();
  const hasExtensions = useSelector(selectHasExtensions);
  const { data: profile, isLoading, isFetching, error } = query;
  const retry = (
    <Button variant="primary" busy={isFetching} onClick={() => void query.refetch()}>
      Retry
    </Button>
  );

  return (
    <>
      <PageHeader title="My Profile" />
      {isLoading && <Spinner label="Loading profile" />}
      {error && !profile && (
        <ErrorState
          title={profileLoadMessage(error)}
          action={
            <>
              {retry}
              {/* A signed-in user can't open the sign-in screen. */}
              <Button onClick={() => void logout()}>Back to Login</Button>
            </>
          }
        />
      )}
      {!isLoading && !error && profile === null && (
        <ErrorState title="Profile not found" action={retry} />
      )}
      {profile && (
        <div className={classes.page}>
          <Summary profile={profile} />
          <div className={classes.column}>
            <ProfileForm key={profile.id} profile={profile} />
            <PasswordForm email={profile.email} />
            <SessionsCard />
          </div>
          <div className={classes.column}>
            <SharedComputerCard />
            {hasExtensions && (
              <>
                <ApiTokens />
                <OwnDataCards />
                <OwnIdentities />
              </>
            )}
          </div>
        </div>
      )}
    </>
  );
}

function Summary({ profile }: { profile: User }) {
  return (
    <Card aria-label="Account" className={classes.summary}>
      <Avatar name={profile.name} size="lg" decorative />
      <div className={classes.who}>
        <p dir="auto" className={classes.name}>
          {profile.name}
        </p>
        <p className={classes.email}>{profile.email}</p>
      </div>
      <dl className={classes.facts}>
        <div>
          <dt>Role</dt>
          <dd>
            <RoleBadge role={profile.role} />
          </dd>
        </div>
        <div>
          <dt>Account Status</dt>
          <dd>
            <Badge tone={profile.is_active ? "green" : "red"}>
              {profile.is_active ? "Active" : "Inactive"}
            </Badge>
          </dd>
        </div>
        <div>
          <dt>Member Since</dt>
          <dd>{profile.created_at ? formatInstant(profile.created_at) : "Unknown"}</dd>
        </div>
      </dl>
    </Card>
  );
}

/** The message for a profile that failed to load (§8). */
function profileLoadMessage(error: CallError): string {
  if (statusOf(error) === 401) return "Session expired. Please login again.";
  if (statusOf(error) === 403) return "Access denied";
  return (
    serverTextOf(error) ??
    (isUnanswered(error)
      ? "Cannot connect to server. Please check if backend is running."
      : "Failed to load profile")
  );
}
