package dev.paylink.account.team;

import dev.paylink.account.Invitation;
import dev.paylink.account.User;
import java.util.List;

/** The users and open invitations of a realm. */
public record TeamMembers(List<User> users, List<Invitation> invitations) {}
