#!/bin/sh
# Draws @name@ in @tasks@ tasks of Slurm: 'sbatch slurm.sh' in this folder, which all nodes must see.
#SBATCH --job-name=@name@
#SBATCH --array=1-@tasks@
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
#SBATCH --time=@time@
#SBATCH --output=logs/%a.log
#SBATCH --open-mode=append
#SBATCH --requeue

# Slurm itself runs a task again when its node is lost. A task that has failed asks for it.
./task "$SLURM_ARRAY_TASK_ID" && exit
status=$?
[ "${SLURM_RESTART_COUNT:-0}" -ge @retries@ ] || scontrol requeue "$SLURM_JOB_ID"
exit "$status"
